// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "cli/pages/pin_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/machine_profile.hpp"
#include "cli/runs/start_command.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/verbs.hpp"
#include "insight/position/arrange.hpp"
#include "insight/position/latency_table.hpp"
#include "launch/cpu_expression.hpp"
#include "launch/launch.hpp"
#include "launch/pinning.hpp"

namespace numapack {

namespace {

struct PinVerb {
  std::shared_ptr<const std::vector<std::string>> words;
  std::string cpus = "all", memory = "local", from, arrange;
  bool each = false, siblings = false, list = false, quiet = false;
  JsonOption json;
};

/// The program as a child, whose threads tell what became of them.
void run_each(const PinVerb& verb, Pinning pinning, const Machine& machine, JsonFile* json) {
  const ProgramSearch search = program_search_of_environment();
  const RunFolder folder(search.temporary);
  const std::string report = folder.path() + "/threads";
  std::ofstream(report).close();
  std::string library = find_pin_library();
  std::optional<PreloadableLinks> links;
  if (!can_be_preloaded(library)) library = links.emplace(library, search.temporary).library();
  pin_each_thread(pinning.cpus, library, search.preloaded, report);
  const StartedCommand ended = run_command_to_its_end("pin", *verb.words);
  const PinnedRun run{*verb.words, ended.status, ended.seconds, read_pinned_threads(report)};
  if (!verb.quiet) print_page(describe(run, pinning, machine), stderr);
  if (json != nullptr) json->write(to_json(run, pinning, machine));
  if (ended.status != 0) throw CLI::RuntimeError(ended.status);
}

/// Traffic between threads: a line a thread, figures divided by commas; the diagonal may be empty.
SquareMatrix read_traffic(const std::string& path) {
  LatencyTable table = read_pair_table("--arrange", path, pair_traffic);
  if (table.left_out > 0)
    invalid("--arrange", path + " has empty cells", "write 0 where nothing is exchanged");
  for (std::size_t thread = 0; thread < table.ns.size(); ++thread) table.ns[thread][thread] = 0;
  return table.ns;
}

/// The CPUs in the order in which threads get them, those that exchange much near each other.
void arrange_threads(const PinVerb& verb, const Machine& machine, Pinning& pinning) {
  const SquareMatrix traffic = read_traffic(verb.arrange);
  const ChosenProfile profile = choose_profile("", verb.from, machine);
  const MeasuredProfile* const measured = profile.measured ? &*profile.measured : nullptr;
  const Arrangement found =
      arrange(traffic, latencies_between(pinning.cpus, machine, profile.figures, measured));
  std::vector<int> cpus;
  for (const std::size_t place : found.places) cpus.push_back(pinning.cpus[place]);
  pinning.cpus = std::move(cpus);
  pinning.each = true;
  const bool known = measured != nullptr && !measured->core_to_core.empty();
  pinning.arranged = fmt::format(
      "threads by {}: what they exchange waits {:.3g} of what it would in the order of the CPUs, "
      "by {}",
      verb.arrange, found.as_numbered > 0 ? found.cost / found.as_numbered : 1,
      known ? "measured latencies between cores" : "latencies from node to node, " + profile.figures.source);
}

void run(const PinVerb& verb) {
  if (!verb.from.empty() && !verb.list)
    invalid("--from", "no program can be started on another machine from here",
            "add --list to see what would be");
  const Machine machine = machine_or_profile(verb.from);
  Pinning pinning;
  pinning.cpus = parse_cpus(verb.cpus, machine, "--cpus", verb.siblings);
  pinning.memory = parse_pinned_memory(verb.memory, pinning.cpus, machine, "--memory");
  pinning.each = verb.each;
  if (!verb.arrange.empty()) arrange_threads(verb, machine, pinning);
  const auto json = verb.json.open();
  if (verb.list) {
    show(describe_choice(pinning, machine), to_json(pinning, machine), json.get());
    return;
  }
  if (verb.words->empty())
    invalid("command", "there is none", "give one, as in numapack pin --cpus node:0 ./stream");
  for (const std::string& refusal : pin_this_process(pinning.cpus, pinning.memory, machine))
    pinning.refused.push_back(refusal);
  for (const std::string& refusal : pinning.refused) print_message(fmt::format("pin: {}", refusal));
  if (pinning.each) return run_each(verb, pinning, machine, json.get());
  if (json != nullptr) json->write(to_json(pinning, machine));
  if (!verb.quiet) print_page("numapack pin: " + describe(pinning, machine) + "\n", stderr);
  become_command("pin", *verb.words);
}

}  // namespace

void add_pin(CLI::App& app, std::shared_ptr<const std::vector<std::string>> command) {
  auto verb = std::make_shared<PinVerb>();
  verb->words = std::move(command);
  CLI::App& pin = *app.add_subcommand(
      "pin", "Run any program on chosen cores and memory: by package, die, node, cache, core or CPU");
  pin.add_option("-c,--cpus", verb->cpus,
                 "Where: all, node:0, node:0-1/0-3 (the first four cores of each), package:1, die:0, "
                 "cache:2, core:0-7, "
                 "0-3 (CPUs); several with +")
      ->capture_default_str();
  pin.add_option("-m,--memory", verb->memory,
                 "local (where it is touched first), bind, interleave, preferred; of the nodes of the CPUs, "
                 "or of others: "
                 "bind:0-1")
      ->capture_default_str();
  pin.add_flag(
      "-e,--each", verb->each,
      "Each thread on a CPU of its own, in the order in which they are created; otherwise all threads "
      "share the CPUs");
  pin.add_option("--arrange", verb->arrange,
                 "Each thread on a CPU of its own, those that exchange much near each other: a CSV of what "
                 "thread i (line) sends to thread j (column)")
      ->type_name("FILE");
  pin.add_flag("--siblings", verb->siblings, "All hardware threads of a core, not its first alone");
  pin.add_flag("-q,--quiet", verb->quiet, "Print nothing");
  pin.add_flag("--list", verb->list, "Only list what --cpus and --memory mean here");
  pin.add_option("--from", verb->from, "With --list: another machine, as in topo, or a profile")
      ->type_name("MACHINE");
  verb->json.add(pin)->description("What was done as JSON, into a file or to standard output");
  pin.footer(
      "numapack pin [OPTIONS] [--] COMMAND [ARGUMENTS...]\n"
      "What was done goes to standard error. The status is the command's: it takes this process's place, and "
      "with --each "
      "it is a child whose threads are bound by a library that is preloaded.\n"
      "Example:\n"
      "  numapack pin -c node:0 --memory bind ./stream\n"
      "  numapack pin -c node:all/0-3 --each ./openmp_program\n"
      "  numapack pin --arrange traffic.csv ./openmp_program\n"
      "  numapack pin --list --from tests/machines/kunpeng920.xml -c package:1");
  pin.callback([verb] { run(*verb); });
}

}  // namespace numapack
