// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "runtime/workspace.hpp"
#include "schedule/schedule_cache.hpp"
#include "team/teams.hpp"
#include "triangle/triangle.hpp"
#include "triangle/triangle_plan.hpp"

namespace numapack {

/// Obeys a plan, on the calling thread alone if it says so (teams may be null then). False, with nothing
/// done, if the teams are busy. `schedules` remembers, if not null. Throws Error(not_supported) if this CPU
/// lacks the kernel, Error(out_of_memory) before anything is written.
template <class T>
bool execute(const TrianglePlan& plan, const TriangularProblem<T>& problem, Teams* teams,
             WorkspacePool& workspaces, ScheduleCache* schedules);

}  // namespace numapack
