// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "schedule/traffic.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

/// What moves in the schedule that make(teams) makes of a plan with these tasks, each of which works where
/// its memory is. `matrices`: those that lie somewhere by themselves, the schedule's first ones; after them
/// come so many of each task, on its memory. `nodes`: of the machine. Pure.
template <class Task, class Make>
Traffic plan_traffic(const std::vector<Task>& tasks, const Make& make, std::vector<Storage> matrices,
                     int of_each_task, std::size_t element_bytes, std::size_t nodes) {
  for (const Task& task : tasks)
    matrices.insert(matrices.end(), static_cast<std::size_t>(of_each_task), Storage::on(task.memory_node));
  const std::size_t teams = teams_of(tasks);
  return traffic_of(make(teams), matrices, by_team(tasks, &Task::memory_node, teams), element_bytes, nodes);
}

}  // namespace numapack
