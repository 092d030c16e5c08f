// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.hpp"
#include "cli/options/numbers.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/options/quoted.hpp"
#include "cli/pages/tune_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/runs/stored_profiles.hpp"
#include "cli/runs/tune_run.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/json_values.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/verbs.hpp"
#include "profile/document/json.hpp"
#include "profile/store.hpp"

namespace numapack {

namespace {

struct TuneVerb {
  TuneWanted wanted;
  std::string only, output;
  JsonOption json;
  CLI::Option *n_given = nullptr, *type_given = nullptr, *json_given = nullptr;
};

/// Sizes describe a product, which is for blocks, and of one type.
TuneWanted wanted_of(const TuneVerb& verb) {
  TuneWanted wanted = verb.wanted;
  const ProblemOptions& problem = wanted.problem;
  wanted.problem_given =
      verb.n_given->count() > 0 || problem.m_given->count() > 0 || problem.k_given->count() > 0;
  const bool one = wanted.problem_given || verb.type_given->count() > 0;
  for (const Type type : {Type::s, Type::d, Type::c, Type::z})
    if (!one || problem.type == std::string(1, letter(type))) wanted.types.push_back(type);
  if (wanted.types.empty())
    invalid("--type", numapack::quoted(problem.type) + " is no type", "use s, d, c or z");
  wanted.blocks = verb.only.empty();
  if (verb.only.empty()) {
    if (!wanted.problem_given) wanted.parts = {MicroarchPart::in_place, MicroarchPart::cycles};
    return wanted;
  }
  std::istringstream list(verb.only);
  for (std::string part; std::getline(list, part, ',');) {
    if (part == "blocks")
      wanted.blocks = true;
    else if (part == "in-place")
      wanted.parts.insert(MicroarchPart::in_place);
    else if (part == "cycles")
      wanted.parts.insert(MicroarchPart::cycles);
    else
      invalid("--only", numapack::quoted(part) + " is no part of a row", "use blocks, in-place or cycles");
  }
  if (wanted.problem_given && !wanted.blocks)
    invalid("--only", "sizes describe the product that blocks are measured with",
            "leave them out, or add blocks");
  return wanted;
}

void run(const TuneVerb& verb) {
  const TuneWanted wanted = wanted_of(verb);
  refuse_at_level_of_bits();
  if (!(wanted.budget > 0))
    invalid("--budget", fmt::format("{} s is no time", wanted.budget), "give seconds");
  if (wanted.rounds < 3) invalid("--rounds", std::to_string(wanted.rounds) + " is too few", "use 3 or more");
  const Machine machine = detect_machine();
  make_job(wanted.problem, machine);  // says what is wrong before anything is measured
  const FoundProfile found = find_profile(machine);
  const FoundProfile base = verb.output.empty() ? profile_to_complete(found, machine) : found;
  const std::string path = verb.output.empty() ? base.path : verb.output;
  // A file that cannot be written is known before anything is measured.
  constexpr std::size_t tuned_bytes = 65536;
  try_profile_file(path, tuned_bytes + (base.profile ? to_json_text(*base.profile).size() : 0));
  const auto file = verb.json.open();
  const InterruptGuard guard;
  const TuneOutcome outcome = tune_machine(wanted, machine, found);
  // Half a search neither stores nor removes anything.
  const bool chose = chose_something(outcome);
  const bool keep = !outcome.interrupted && (chose || found.profile || !verb.output.empty());
  const MeasuredProfile completed = with_outcome(base, machine, outcome);
  if (keep && (base.profile || !verb.output.empty()))
    write_profile(completed, path);
  else if (keep)
    store_profile(completed, machine, path, true);
  if (prints_pages(file.get())) {
    print_page(tune_page(outcome));
    if (outcome.interrupted)
      fmt::print("interrupted: nothing stored\n");
    else if (keep)
      fmt::print("profile: {}\n", path);
    else
      fmt::print("nothing to store: all stays as built in\n");
  }
  if (file != nullptr) {
    nlohmann::json document = to_json(outcome);
    document["stored"] = or_null(keep && chose, path);
    file->write(document);
  }
  std::fflush(stdout);
  if (outcome.interrupted) throw CLI::RuntimeError(128 + InterruptGuard::signal_noted());
}

}  // namespace

void add_tune(CLI::App& app) {
  auto verb = std::make_shared<TuneVerb>();
  CLI::App& tune = *app.add_subcommand(
      "tune",
      "Tune cache blocks and algorithm limits for this machine, and store what is faster in its profile");
  add_problem_options(tune, verb->wanted.problem);
  verb->n_given = tune.get_option("-n")->required(false);
  verb->type_given = tune.get_option("--type");
  verb->wanted.problem.n = 2048;
  tune.add_option("--only", verb->only, "blocks, in-place, cycles: these parts (all; with -n, blocks)")
      ->type_name("{blocks,in-place,cycles},...");
  accept_seconds(tune.add_option("--budget", verb->wanted.budget, "Seconds in all")->capture_default_str());
  tune.add_option("--rounds", verb->wanted.rounds, "Interleaved rounds of each comparison")
      ->capture_default_str();
  tune.add_option("-o,--output", verb->output, "File of the profile (this machine's in the cache folder)")
      ->type_name("FILE");
  verb->json.add(tune);
  tune.footer(
      "Example:\n  numapack tune\n  numapack tune --type d --only in-place,cycles --budget 60s\n"
      "  numapack tune --type z -n 1024 --threads 1");
  tune.callback([verb] { run(*verb); });
}

}  // namespace numapack
