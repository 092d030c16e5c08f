// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "schedule/run.hpp"
#include "schedule/schedule_cache.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

/// Does the schedule of a plan with these tasks, which make(teams) makes and, for key(teams), `schedules`
/// remembers, if not null: kernel(step, regions that it writes, number of the task, part). As run().
template <class Task, class Key, class Make, class Kernel>
bool run_plan(const std::vector<Task>& tasks, Teams& teams, ScheduleCache* schedules, const Key& key,
              const Make& make, const Kernel& kernel) {
  const std::size_t count = teams.layout().size();
  const std::vector<int> task_of_team = numbers_by_team(tasks, count);
  const auto make_here = [&] { return make(count); };
  const std::shared_ptr<const Schedule> schedule = schedules != nullptr
                                                       ? schedules->get(key(count), make_here)
                                                       : std::make_shared<const Schedule>(make_here());
  return run(*schedule, teams, [&](const Step& step, const StepPart& part) {
    kernel(step, schedule->writes_of(step), task_of_team[static_cast<std::size_t>(part.team)], part);
  });
}

}  // namespace numapack
