// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "level3/run/trace.hpp"
#include "lu/lu_problem.hpp"
#include "runtime/workspace.hpp"
#include "team/teams.hpp"

namespace numapack {

/// Obeys a plan, on the calling thread alone if it says so (teams may be null then). Returns LAPACK's info,
/// or nothing, with nothing done, if the teams are busy. Throws Error(not_supported) if this CPU lacks the
/// kernel, Error(out_of_memory) before anything is written.
template <class T>
std::optional<Index> execute(const LuPlan& plan, const LuProblem<T>& problem, Teams* teams,
                             WorkspacePool& workspaces, Trace* trace = nullptr,
                             ScheduleCache* schedules = nullptr);

}  // namespace numapack
