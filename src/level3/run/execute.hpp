// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/problem.hpp"
#include "level3/plan/plan.hpp"
#include "level3/run/trace.hpp"
#include "runtime/workspace.hpp"
#include "team/teams.hpp"

namespace numapack {

/// Obeys the plan; decides nothing. The problem must be the plan's call and have been validated. Returns
/// false, having done nothing, if the plan needs teams and they are busy with another region: the caller then
/// plans for itself alone. `trace`: where to record the work; null: nowhere.
template <class T>
bool execute(const Plan& plan, const Problem<T>& problem, Teams* teams, WorkspacePool& workspaces,
             Trace* trace = nullptr);

/// One task with one thread on the calling thread, without a Plan around it: what a caller_only plan does.
template <class T>
void execute_alone(const NodeTask& task, const Problem<T>& problem, const Kernel<T>& kernel,
                   WorkspacePool& workspaces, Trace* trace = nullptr);

/// C = beta * C, for alpha == 0 or k == 0. beta == 0 writes zeros without reading.
template <class T>
void scale(const Problem<T>& problem);

}  // namespace numapack
