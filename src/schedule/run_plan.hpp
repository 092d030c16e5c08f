// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "schedule/run.hpp"
#include "schedule/schedule_cache.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

/// Does the schedule of a plan with these tasks, which make(teams) makes and `schedules` remembers, if not
/// null, by `of_plan`: all that it follows from except for the teams and threads of the tasks. kernel(step,
/// regions that it writes, number of the task, part). As run().
template <class Task, class Make, class Kernel>
bool run_plan(const std::vector<Task>& tasks, Teams& teams, ScheduleCache* schedules,
              const ScheduleCache::Key& of_plan, const Make& make, const Kernel& kernel) {
  const std::size_t count = teams.layout().size();
  const std::vector<int> task_of_team = numbers_by_team(tasks, count);
  const auto make_here = [&] { return make(count); };
  const auto whole_key = [&] {
    ScheduleCache::Key key{static_cast<std::int64_t>(count), static_cast<std::int64_t>(tasks.size())};
    for (const Task& task : tasks) key.insert(key.end(), {task.team, task.threads});
    key.insert(key.end(), of_plan.begin(), of_plan.end());
    return key;
  };
  const std::shared_ptr<const Schedule> schedule = schedules != nullptr
                                                       ? schedules->get(whole_key(), make_here)
                                                       : std::make_shared<const Schedule>(make_here());
  return run(*schedule, teams, [&](const Step& step, const StepPart& part) {
    kernel(step, schedule->writes_of(step), task_of_team[static_cast<std::size_t>(part.team)], part);
  });
}

}  // namespace numapack
