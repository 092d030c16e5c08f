// SPDX-License-Identifier: BSD-3-Clause
#include <numeric>

#include "batch/batch_plan.hpp"

namespace numapack {

namespace {

PlacedSchedule placed(const BatchPlan& plan, std::size_t element_bytes) {
  std::vector<Storage> matrices;
  for (int operand = 0; operand < most_batch_operands; ++operand)
    for (int home = 0; home < plan.nodes; ++home) matrices.push_back(Storage::on(home));
  const auto make = [&](std::size_t teams) { return make_batch_schedule(plan, teams); };
  return place(plan.tasks, make, std::move(matrices), 0, element_bytes, static_cast<std::size_t>(plan.nodes));
}

}  // namespace

Seconds seconds_of(const BatchPlan& plan, std::size_t element_bytes, const TimeModel& model) {
  return placed(plan, element_bytes)
      .seconds(
          [&](const Step& step, const Region&) {
            const auto number = static_cast<std::size_t>(step.detail[0]);
            StepWork work;
            work.flops = plan.steps[number].cost;
            // Small problems are not packed: what is added to is all.
            for (int home = 0; home < plan.nodes; ++home) work.elements += plan.elements_of(number, 0, home);
            return work;
          },
          model);
}

BatchTraffic traffic_of(const BatchPlan& plan, std::size_t element_bytes) {
  BatchTraffic traffic{placed(plan, element_bytes).traffic(), 0};
  double all = 0;
  for (const auto* bytes : {&traffic.moved.read, &traffic.moved.written})
    for (const std::vector<double>& by_home : *bytes)
      all = std::accumulate(by_home.begin(), by_home.end(), all);
  traffic.oblivious_bytes = all * share_elsewhere(plan.nodes);
  return traffic;
}

}  // namespace numapack
