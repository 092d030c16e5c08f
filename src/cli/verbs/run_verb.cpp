// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "base/limits.hpp"
#include "cli/options/node_options.hpp"
#include "cli/pages/run_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/start_command.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/verbs.hpp"
#include "launch/launch.hpp"
#include "launch/program.hpp"
#include "report/chrome_trace.hpp"

namespace numapack {

namespace {

struct RunVerb {
  std::shared_ptr<const std::vector<std::string>> words;  ///< of the command
  std::string nodes, memory = "default", trace;
  std::optional<int> threads;
  bool report = false;
  JsonOption json;
  CLI::Option* trace_given = nullptr;
};

/// Of each process in a trace: 25 MB of text.
constexpr int most_traced = 100'000;

LaunchMemory parse_memory(const std::string& text) {
  if (text == "default") return LaunchMemory::as_it_is;
  if (text == "local") return LaunchMemory::local;
  if (text == "interleave" || text == "cyclic") return LaunchMemory::interleaved;
  invalid("--memory", "there is no \"" + text + "\"", "use default, local, interleave or cyclic");
}

void say(const std::string& line) { print_message(fmt::format("run: {}", line)); }

int cores_of(const Machine& machine, const std::vector<int>& nodes) {
  if (nodes.empty()) return machine.usable_threads();
  std::size_t cores = 0;
  for (const int node : nodes) cores += machine.usable_cores(node).size();
  return std::min(machine.usable_threads(), static_cast<int>(cores));
}

/// What its processes counted.
void report(const RunVerb& verb, const Launch& launch, const RunOutcome& outcome, const Machine& machine,
            JsonFile* json, JsonFile* trace) {
  const Records records = read_records(launch.report);
  const RunSums sums = sum_up(records);
  const std::vector<std::string> said =
      hints(sums, {cores_of(machine, launch.nodes), launch.memory == LaunchMemory::interleaved});
  if (verb.report) print_page(describe(sums, said, outcome), stderr);
  if (trace != nullptr) {
    trace->write_text(chrome_trace(records));
    if (!verb.report && sums.cut > 0)
      say(fmt::format("{} holds the first {} calls of each process, {} more are cut", verb.trace, most_traced,
                      sums.cut));
  }
  if (json != nullptr) json->write(to_json(sums, said, outcome));
}

void run(const RunVerb& verb) {
  if (verb.words->empty())
    invalid("command", "there is none", "give one, as in numapack run python3 train.py");
  if (verb.threads && *verb.threads < 1)
    invalid("--threads", fmt::format("{} is no number of threads", *verb.threads), "use 1 or more");
  const LaunchMemory memory = parse_memory(verb.memory);
  const auto json = verb.json.open();
  const auto trace =
      verb.trace_given->count() > 0 ? std::make_unique<JsonFile>(verb.trace, "--trace") : nullptr;
  const Machine machine = detect_machine();
  const ProgramSearch search = program_search_of_environment();
  const bool counts = verb.report || json != nullptr || trace != nullptr;
  Launch launch{find_blas_library(),
                search.preloaded,
                verb.threads.value_or(0),
                verb.nodes.empty() ? std::vector<int>() : parse_nodes(verb.nodes, machine),
                memory,
                "",
                trace != nullptr ? most_traced : 0};
  const std::string program = program_of("run", verb.words->front());
  std::optional<RunFolder> folder;
  if (counts) launch.report = folder.emplace(search.temporary).path();
  std::optional<PreloadableLinks> links;
  if (!can_be_preloaded(launch.library))
    launch.library = links.emplace(launch.library, search.temporary).library();
  // It runs all the same: its own children may be reached.
  if (const std::string why = why_not_reached(program, search.path); !why.empty())
    say(fmt::format("numapack does not reach {}: it {}", program, why));
  if (verb.memory == "cyclic")
    say("--memory cyclic: a process's policy knows no matrices and their columns, so pages go to the nodes "
        "in turn, as with interleave");
  for (const std::string& refusal : prepare(launch, machine)) say(refusal);
  if (!counts && !links) become_command("run", *verb.words);
  const StartedCommand ended = run_command_to_its_end("run", *verb.words);
  const RunOutcome outcome{*verb.words, ended.status, ended.seconds, verb.trace};
  if (counts) report(verb, launch, outcome, machine, json.get(), trace.get());
  if (outcome.status != 0) throw CLI::RuntimeError(outcome.status);
}

}  // namespace

void add_run(CLI::App& app, std::shared_ptr<const std::vector<std::string>> command) {
  auto verb = std::make_shared<RunVerb>();
  verb->words = std::move(command);
  CLI::App& run_app =
      *app.add_subcommand("run", "Run any program on numapack instead of its own BLAS and LAPACK");
  run_app.add_option("--threads", verb->threads, "At most this many numapack threads per process");
  run_app.add_option("--nodes", verb->nodes, "CPUs of these nodes only: 0,1 or 0-3");
  run_app
      .add_option(
          "--memory", verb->memory,
          "default: the current policy; local: first touch; interleave, cyclic: page by page over the nodes")
      ->type_name("{default,local,interleave,cyclic}");
  run_app.add_flag("--report", verb->report,
                   "Report all BLAS and LAPACK calls at the end, on standard error");
  verb->json.add(run_app)->description("What --report says as JSON, into a file or to standard output");
  verb->trace_given =
      run_app
          .add_option("--trace", verb->trace, "Write each call to a file for Perfetto (Trace Event Format)")
          ->type_name("FILE");
  run_app.footer(
      "numapack run [OPTIONS] [--] COMMAND [ARGUMENTS...]\n"
      "The command takes this process's place: its output, signals and status are its own. With --report, "
      "--json or --trace it is a child whose status is passed on.\n"
      "Example:\n"
      "  numapack run python3 train.py\n"
      "  numapack run --report --memory interleave R -f model.R");
  run_app.callback([verb] { run(*verb); });
}

}  // namespace numapack
