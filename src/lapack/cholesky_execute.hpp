// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "lapack/cholesky_plan.hpp"
#include "lapack/stored_triangle.hpp"
#include "runtime/workspace.hpp"
#include "schedule/schedule_cache.hpp"

namespace numapack {

/// Executes a plan and returns LAPACK's info; no value, with nothing written, if the teams are busy. teams:
/// null if the caller works alone. Throws Error(not_supported) for a kernel that this CPU lacks, and
/// out_of_memory, before anything is written. `schedules`: cache for the plan's schedule; null: none.
template <class T>
std::optional<Index> execute(const CholeskyPlan& plan, const StoredTriangle<T>& a, Teams* teams,
                             WorkspacePool& workspaces, ScheduleCache* schedules = nullptr);

}  // namespace numapack
