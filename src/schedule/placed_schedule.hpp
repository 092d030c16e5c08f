// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "schedule/seconds.hpp"
#include "schedule/traffic.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

/// A plan's schedule, where its matrices lie, and the node of each team.
struct PlacedSchedule {
  Schedule schedule;
  std::vector<Storage> matrices;
  std::vector<int> of_team;
  std::size_t element_bytes = 8;
  std::size_t nodes = 1;  ///< of the machine

  Traffic traffic() const { return traffic_of(schedule, matrices, of_team, element_bytes, nodes); }
  /// work(step, region that it writes first): what it does.
  template <class Work>
  Seconds seconds(const Work& work, const TimeModel& model) const {
    return seconds_of(
        schedule, of_team,
        [&](const Step& step, StepLoad& load) {
          load.work = work(step, schedule.writes_of(step).front());
          add_bytes(schedule, step, matrices,
                    static_cast<std::size_t>(of_team[static_cast<std::size_t>(step.team)]), element_bytes,
                    model.bytes_a_written_byte, load.bytes);
        },
        model);
  }
};

/// The schedule that make(teams) makes of a plan with these tasks, each of which works where its memory is.
/// `matrices`: those that lie somewhere by themselves, the schedule's first ones; after them come so many of
/// each task, on its memory. `nodes`: of the machine. Pure.
template <class Task, class Make>
PlacedSchedule place(const std::vector<Task>& tasks, const Make& make, std::vector<Storage> matrices,
                     int of_each_task, std::size_t element_bytes, std::size_t nodes) {
  for (const Task& task : tasks)
    matrices.insert(matrices.end(), static_cast<std::size_t>(of_each_task), Storage::on(task.memory_node));
  const std::size_t teams = teams_of(tasks);
  return {make(teams), std::move(matrices), by_team(tasks, &Task::memory_node, teams), element_bytes, nodes};
}

}  // namespace numapack
