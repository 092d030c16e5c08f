// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/linpack_time.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/readable.hpp"
#include "cli/predict/timed_calls.hpp"
#include "cli/terminal/table.hpp"
#include "memory/placement.hpp"
#include "peer/processes/bound_threads.hpp"

namespace numapack {

namespace {

/// Where the pages of the matrix are after it was written for the first time.
Placement placement_of(const LinpackJob& job, const Machine& machine) {
  switch (job.policy.kind) {
    case ProcessPolicy::Kind::interleave:
      return Placement::interleave(nodes_with_memory(machine));
    case ProcessPolicy::Kind::bind:
      return Placement::bind(job.policy.node);
    case ProcessPolicy::Kind::standard:
      break;
  }
  if (job.init_nb == 0) return Placement::first_touch();
  std::vector<int> nodes;
  for (const int pu : pus_in_turn(machine, job.threads))
    nodes.push_back(machine.home_for(machine.node_of_pu(pu)));
  return Placement::cyclic_columns(job.init_nb, std::move(nodes));
}

}  // namespace

Prediction predict(const LinpackJob& job, const Machine& machine, const ChosenProfile& chosen) {
  const auto part = [&](const char* routine, Index n, Index k, int placed) {
    Job call = job_of({routine, job.n, n, k, job.threads, {}}, machine);
    call.placement[static_cast<std::size_t>(placed)] = placement_of(job, machine);
    call.options.nb = job.lu_nb;
    return predict(call, machine, chosen);
  };
  if (job.k > 0) return part("dgemm", job.n, job.k, 2);
  Prediction all = part("dgetrf", job.n, 0, 0);
  all.seconds += part("dgetrs", 1, 0, 0).seconds;
  all.flops = job.flops();
  return all;
}

std::optional<TimedPrediction> time_of(const LinpackCase& one, const LinpackResult& result,
                                       const Machine& machine, const ChosenProfile& chosen) {
  if (one.peer || !result.efficiency()) return std::nullopt;
  const double measured_s = one.job.flops() / result.rate().median * 1e-9;
  TimedPrediction timed{predict(one.job, machine, chosen), measured_s};
  if (!(timed.prediction.seconds.total > 0)) return std::nullopt;
  return timed;
}

std::string describe(const std::vector<LinpackCase>& cases,
                     const std::vector<std::optional<TimedPrediction>>& times, const Machine& machine) {
  const bool outer = std::ranges::any_of(cases, [](const LinpackCase& one) { return one.job.k > 0; });
  std::vector<std::string> heading{"n"};
  if (outer) heading.emplace_back("k");
  heading.insert(heading.end(),
                 {"init", "policy", "measured", "predicted", "error", "work", "own", "other", "waits"});
  Table table(heading);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!times[i]) continue;
    const LinpackJob& job = cases[i].job;
    const Seconds& s = times[i]->prediction.seconds;
    const auto share = [&](double of) { return fmt::format("{:.0f} %", 100 * of / s.total); };
    std::vector<std::string> row{std::to_string(job.n)};
    if (outer) row.push_back(std::to_string(job.k));
    row.insert(row.end(), {initialisation_name(job.init_nb), to_string(job.policy, machine),
                           readable_seconds(times[i]->measured_s), readable_seconds(s.total),
                           fmt::format("{:+.0f} %", 100 * times[i]->error()), share(s.arithmetic),
                           share(s.local_memory), share(s.remote_memory), share(s.waiting + s.waking)});
    table.row(row);
  }
  return table.text();
}

}  // namespace numapack
