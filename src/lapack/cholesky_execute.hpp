// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "lapack/cholesky_plan.hpp"
#include "lapack/half_matrix.hpp"
#include "runtime/workspace.hpp"
#include "schedule/schedule_cache.hpp"

namespace numapack {

/// Does what a plan says, and returns LAPACK's info; no value if the teams are taken, and nothing is written
/// then. teams: null for a plan of the caller's only. Throws Error(not_supported) for a kernel that this CPU
/// lacks, and out_of_memory, before anything is written. `schedules`: where to look for the plan's; null: it
/// is made.
template <class T>
std::optional<Index> execute(const CholeskyPlan& plan, const HalfMatrix<T>& a, Teams* teams,
                             WorkspacePool& workspaces, ScheduleCache* schedules = nullptr);

}  // namespace numapack
