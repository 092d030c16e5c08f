// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <numeric>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "cli/options/measuring.hpp"
#include "cli/quantities/barrier_page.hpp"
#include "cli/quantities/coherence_page.hpp"
#include "cli/quantities/latency_page.hpp"
#include "cli/quantities/loaded_page.hpp"
#include "cli/quantities/stream_page.hpp"
#include "cli/terminal/colours.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/table.hpp"
#include "cli/verbs/verbs.hpp"
#include "probe/quantities/peak.hpp"
#include "probe/quantities/predicted_barriers.hpp"
#include "probe/running/bound_threads.hpp"
#include "probe/running/select.hpp"
#include "probe/whole_machine.hpp"
#include "profile/json.hpp"
#include "profile/store.hpp"

namespace numapack {

namespace {

struct ProbeVerb {
  MeasuringOptions measuring;
  std::string output;
};

constexpr double peak_seconds = 0.3;

std::string effort_table(const std::vector<probe::PlannedPart>& plan, double budget) {
  Table table({"part", "cells", "of", "rounds", "about"});
  double seconds = peak_seconds;
  for (const probe::PlannedPart& part : plan) {
    seconds += part.seconds;
    table.row({part.name, std::to_string(part.cells.size()),
               std::to_string(part.cells.size() + part.left_out.size()),
               part.cells.empty() ? "-" : std::to_string(part.rounds),
               part.cells.empty() ? "-" : duration(part.seconds)});
  }
  std::string chosen;
  for (const probe::PlannedPart& part : plan) {
    if (!part.sampled.empty() && !part.cells.empty())
      chosen += fmt::format("{}: {}\n", part.name, part.sampled);
  }
  return fmt::format("about {} within {}\n\n{}{}{}", duration(seconds), duration(budget), table.text(),
                     chosen.empty() ? "" : "\n", chosen);
}

std::string page_of(const std::string& part, const probe::RunResult& result, const Machine& machine) {
  if (part == "latency") return latency_matrix(result, machine);
  if (part == "levels") return latency_sweep(result, machine);
  if (part == "core to core") {
    const std::vector<int> cores = probe::usable_cores(machine);
    return handover_page(result, cores, machine, colours_wanted());
  }
  if (part == "bandwidth") return stream_page(result, machine);
  if (part == "shared caches") return sharing_page(result, machine);
  if (part == "distances")
    return distance_page(result, probe::usable_cores(machine), machine, colours_wanted());
  if (part == "coherence") return coherence_page(result, machine);
  if (part == "barriers") return barrier_page(result, machine);
  return loaded_latency_page(result, machine);
}

/// All cores at once, register-only: what the GEMM's efficiency is measured against.
void add_peak(MeasuredProfile& profile, const Machine& machine) {
  std::vector<int> pus;
  for (const int core : probe::usable_cores(machine)) pus.push_back(probe::pu_of(machine, core));
  for (const auto& [precision, name] :
       {std::pair{Precision::double_, "double"}, std::pair{Precision::single, "single"}}) {
    const std::vector<double> rates = fma_rates(precision, pus, peak_seconds / 2);
    PeakRate peak;
    peak.precision = name;
    peak.instruction_set = peak_instruction_set();
    peak.threads = static_cast<int>(pus.size());
    peak.gflops = figure_of({1e-9 * std::accumulate(rates.begin(), rates.end(), 0.0)});
    profile.peaks.push_back(std::move(peak));
  }
}

void run(const ProbeVerb& verb) {
  const Machine machine = measuring_machine(verb.measuring);
  const double budget = verb.measuring.budget;
  if (!(budget > 0)) invalid("--budget", fmt::format("{} s is no time", budget), "give seconds");
  probe::WholeMachine whole(machine, verb.measuring.seed, [] { return InterruptGuard::signal_noted() != 0; });
  std::vector<probe::PlannedPart> plan = probe::plan_within(whole.parts(), budget - peak_seconds);
  if (verb.measuring.list) return fmt::print("{}", effort_table(plan, budget));
  std::string path = verb.output.empty() ? profile_path(machine) : verb.output;
  if (path.empty()) {
    invalid("--output", "there is no cache folder (XDG_CACHE_HOME, HOME)", "name a file for the profile");
  }
  const bool quiet = path == "-";
  // A file that cannot be written is known before anything is measured.
  std::unique_ptr<JsonFile> file;
  if (!verb.output.empty()) file = std::make_unique<JsonFile>(path);
  if (!quiet) fmt::print("{}", effort_table(plan, budget));
  std::fflush(stdout);

  const InterruptGuard guard;
  Measured measured;
  std::string pages;
  const double start = seconds_now();
  const probe::RunResult* handover = nullptr;
  for (std::size_t at = 0; at < plan.size(); ++at) {
    probe::PlannedPart& part = plan[at];
    if (part.cells.empty() || InterruptGuard::signal_noted() != 0) continue;
    if (part.name == "barriers" && handover != nullptr)
      probe::predict_barriers(part.cells, *handover, machine);
    MeasuringOptions options = verb.measuring;
    options.rounds = part.rounds;
    // What was faster than expected leaves its time to the others.
    double later = 0;
    for (std::size_t next = at + 1; next < plan.size(); ++next) later += plan[next].seconds;
    options.budget = std::max(1e-3, budget - (seconds_now() - start) - later);
    const probe::RunResult& result = measure(whole.probe(at), part.cells, machine, options, measured);
    if (part.name == "core to core") handover = &result;
    pages += "\n" + page_of(part.name, result, machine);
    whole.forget(at);
  }
  MeasuredProfile profile = measured_profile(measured, machine, budget);
  add_peak(profile, machine);
  // What was tuned stays: it does not depend on these figures.
  if (const FoundProfile before = find_profile(machine); before.profile) {
    profile.tuned = before.profile->tuned;
    profile.tuned_figures = before.profile->tuned_figures;
  }
  for (const probe::PlannedPart& part : plan) {
    if (part.left_out.empty()) continue;
    profile.remarks.push_back(fmt::format("{}: {} of {} cells were left out, because the budget was {}",
                                          part.name, part.left_out.size(),
                                          part.left_out.size() + part.cells.size(), duration(budget)));
  }
  // Half a profile does not take the place of a whole one.
  const bool keep = file != nullptr || InterruptGuard::signal_noted() == 0;
  if (file != nullptr)
    file->write_text(to_json_text(profile));
  else if (keep)
    write_profile(profile, path);
  if (!quiet) {
    fmt::print("{}{}", pages, notes(measured));
    for (const probe::PlannedPart& part : plan) {
      if (!part.left_out.empty())
        fmt::print("  {}: {} cells left out for lack of time\n", part.name, part.left_out.size());
    }
    if (keep)
      fmt::print("\nprofile: {}\n", path);
    else
      fmt::print("\nno profile written: interrupted (with --output what there is would be)\n");
  }
  std::fflush(stdout);
  exit_status(measured);
}

}  // namespace

void add_probe(CLI::App& app) {
  auto verb = std::make_shared<ProbeVerb>();
  CLI::App& probe = *app.add_subcommand(
      "probe",
      "Measure the whole machine within a budget of time, into the profile that plans are made with");
  probe.add_option("--budget", verb->measuring.budget, "Seconds in all")
      ->capture_default_str()
      ->transform([](std::string text) {
        if (text.size() > 1 && text.back() == 's') text.pop_back();
        return text;
      });
  verb->measuring.budget = 60;
  probe.add_option("--seed", verb->measuring.seed, "Of the order, the random walks and the samples of pairs")
      ->capture_default_str();
  probe
      .add_option("-o,--output", verb->output,
                  "File of the profile; - is standard output (this machine's in the cache folder)")
      ->type_name("FILE");
  probe.add_flag("--list", verb->measuring.list,
                 "Say what would be measured and how long it takes, and measure nothing");
  probe.add_option("--from", verb->measuring.from, "With --list: another machine, as in topo")
      ->type_name("MACHINE");
  probe.footer(
      "Example:\n  numapack probe\n  numapack probe --budget 300 -o profile.json\n"
      "  numapack probe --list --from tests/machines/kunpeng920.xml");
  probe.callback([verb] { run(*verb); });
}

}  // namespace numapack
