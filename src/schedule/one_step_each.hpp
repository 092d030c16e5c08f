// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "schedule/schedule.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

/// What a step that waits for nobody touches.
struct Touched {
  Region writes, reads, reads_too;
};

/// One step a task, for all its threads, which share it by the step's own rules and wait for no other task: a
/// product's part of a node (detail 0: the number of the task). `touched(task)` says what of. Pure.
template <class Task, class What>
Schedule one_step_each(const std::vector<Task>& tasks, std::size_t teams, const What& touched) {
  Schedule schedule;
  schedule.threads = by_team(tasks, &Task::threads, teams);
  schedule.steps.reserve(tasks.size());
  schedule.regions.reserve(3 * tasks.size());
  for (const Task& task : tasks) {
    Step step;
    step.team = static_cast<std::int16_t>(task.team);
    step.width = static_cast<std::int16_t>(task.threads);
    step.writes = 1, step.reads = 2;
    step.detail[0] = static_cast<std::int32_t>(schedule.steps.size());
    step.first_region = static_cast<std::uint32_t>(schedule.regions.size());
    const Touched of = touched(task);
    schedule.regions.insert(schedule.regions.end(), {of.writes, of.reads, of.reads_too});
    schedule.steps.push_back(step);
  }
  return schedule;
}

}  // namespace numapack
