// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verbs/measure/probe_pass.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "cli/quantities/barrier_page.hpp"
#include "cli/quantities/coherence_page.hpp"
#include "cli/quantities/latency_page.hpp"
#include "cli/quantities/loaded_page.hpp"
#include "cli/quantities/stream_page.hpp"
#include "cli/terminal/colours.hpp"
#include "cli/terminal/interrupt.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/peak.hpp"
#include "probe/quantities/predicted_barriers.hpp"

namespace numapack {

namespace {

std::string peak_page(const probe::RunResult& result) {
  std::string text;
  for (const probe::CellResult& cell : result.cells) {
    const probe::Series* rate = cell.find("rate");
    const Spread of = rate == nullptr ? Spread{} : spread(rate->samples);
    const std::string gflops = rate == nullptr
                                   ? "not measured"
                                   : fmt::format("{:.1f} GF/s ({:.1f} to {:.1f})", of.median, of.min, of.max);
    text += fmt::format("FMA peak of {} threads, {} precision ({}): {}\n", cell.cell.threads,
                        cell.cell.variant, peak_instruction_set(), gflops);
  }
  return text;
}

std::string page_of(const std::string& part, const probe::RunResult& result, const Machine& machine) {
  if (part == "peaks") return peak_page(result);
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

}  // namespace

ProbePass probe_pass(probe::WholeMachine& whole, std::vector<probe::PlannedPart> plan, const Machine& machine,
                     const MeasuringOptions& verb, double budget) {
  ProbePass pass;
  const double start = seconds_now();
  std::vector<probe::Cell> all;
  for (const probe::PlannedPart& part : plan) all.insert(all.end(), part.cells.begin(), part.cells.end());
  look_around(all, machine, verb, pass.measured);
  const probe::RunResult* handover = nullptr;
  std::vector<std::string> unreached;
  for (std::size_t at = 0; at < plan.size(); ++at) {
    probe::PlannedPart& part = plan[at];
    if (part.cells.empty()) continue;
    if (InterruptGuard::signal_noted() != 0) {
      unreached.push_back(part.name + ": interrupted before its turn");
      continue;
    }
    if (part.name == "barriers" && handover != nullptr)
      probe::predict_barriers(part.cells, *handover, machine);
    MeasuringOptions options = verb;
    options.rounds = part.rounds;
    // What was faster than expected leaves its time to the others.
    double later = 0;
    for (std::size_t next = at + 1; next < plan.size(); ++next) later += plan[next].seconds;
    options.budget = std::max(1e-3, budget - (seconds_now() - start) - later);
    const probe::RunResult& result = measure(whole.probe(at), part.cells, machine, options, pass.measured);
    if (part.name == "core to core") handover = &result;
    pass.pages += "\n" + page_of(part.name, result, machine);
    whole.forget(at);
  }
  pass.profile = measured_profile(pass.measured, machine, budget);
  pass.profile.remarks.insert(pass.profile.remarks.end(), unreached.begin(), unreached.end());
  return pass;
}

}  // namespace numapack
