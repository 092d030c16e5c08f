// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "team/teams.hpp"

namespace numapack {

/// body(number of the task, seat) on so many threads of each task's team; a task has `team` and `threads`,
/// and no team has two. What Teams::try_run() returns and throws.
template <class Task, class Body>
bool try_run_tasks(Teams& teams, const std::vector<Task>& tasks, const Body& body) {
  Crew crew{std::vector<int>(teams.layout().size(), 0)};
  std::vector<std::size_t> task_of_team(crew.threads.size(), tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto team = static_cast<std::size_t>(tasks[i].team);
    crew.threads[team] = tasks[i].threads;
    task_of_team[team] = i;
  }
  return teams.try_run(
      crew, [&](const Seat& seat) { body(task_of_team[static_cast<std::size_t>(seat.team)], seat); });
}

}  // namespace numapack
