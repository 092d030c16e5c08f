// SPDX-License-Identifier: BSD-3-Clause
#include "level3/plan/plan_seconds.hpp"

#include "level3/nodes/cost_model.hpp"
#include "schedule/one_step_each.hpp"

namespace numapack {

Seconds seconds_of(const Plan& plan, const TimeModel& model) {
  const std::size_t teams = teams_of(plan.tasks);
  Schedule alone;
  if (plan.caller_only)
    alone = one_step_each(plan.tasks, teams, [](const NodeTask& task) {
      return Touched{{0, task.rows, task.columns}, {}, {}};
    });
  const Schedule& schedule = plan.caller_only ? alone : plan.schedule;
  const std::vector<int> of_team = by_team(plan.tasks, &NodeTask::node, schedule.threads.size());
  const auto load_of = [&](const Step& step, StepLoad& load) {
    const NodeTask& task = plan.tasks[static_cast<std::size_t>(step.detail[0])];
    // Skinny products fill no tiles up.
    load.work.flops = task.skinny() != nullptr
                          ? flops_of(plan.call.type, task.rows.size(), task.columns.size(), plan.call.k)
                          : busiest_flops(plan.call, plan.kernel, task) * task.threads;
    load.work.elements = elements_moved(task, plan.call);
    const double threads = threads_at_node(plan.tasks, task.node);
    const auto node = static_cast<std::size_t>(task.node);
    for (std::size_t home = 0; home < load.bytes.size(); ++home)
      load.bytes[home] =
          (plan.traffic.read[node][home] + model.bytes_a_written_byte * plan.traffic.written[node][home]) *
          double(task.threads) / threads;
  };
  return seconds_of(schedule, of_team, load_of, model);
}

}  // namespace numapack
