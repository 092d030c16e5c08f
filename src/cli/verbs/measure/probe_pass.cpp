// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verbs/measure/probe_pass.hpp"

#include <algorithm>

#include "base/clock.hpp"
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
#include "probe/running/bound_threads.hpp"

namespace numapack {

namespace {

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
    const FmaRate all = all_together(fma_rates(precision, pus, peak_seconds / 3));
    PeakRate peak;
    peak.precision = name;
    peak.instruction_set = peak_instruction_set();
    peak.threads = static_cast<int>(pus.size());
    peak.gflops = figure_of({1e-9 * all.flops_per_s});
    peak.gflops.clock_ghz = all.ghz;
    profile.peaks.push_back(std::move(peak));
  }
}

}  // namespace

ProbePass probe_pass(probe::WholeMachine& whole, std::vector<probe::PlannedPart> plan, const Machine& machine,
                     const MeasuringOptions& verb, double budget) {
  ProbePass pass;
  const double start = seconds_now();
  const probe::RunResult* handover = nullptr;
  for (std::size_t at = 0; at < plan.size(); ++at) {
    probe::PlannedPart& part = plan[at];
    if (part.cells.empty() || InterruptGuard::signal_noted() != 0) continue;
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
  add_peak(pass.profile, machine);
  return pass;
}

}  // namespace numapack
