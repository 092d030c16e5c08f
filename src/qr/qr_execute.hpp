// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "level3/run/trace.hpp"
#include "qr/qr.hpp"
#include "qr/qr_plan.hpp"
#include "runtime/workspace.hpp"
#include "team/teams.hpp"

namespace numapack {

/// Obeys a plan, on the calling thread alone if it says so (teams may be null then). Returns the columns that
/// are factored: all, or those before a panel with something that is not finite, which has met these as all
/// behind it has. Nothing, with nothing done, if the teams are busy. Throws Error(not_supported) if this CPU
/// lacks the kernel, Error(out_of_memory) before anything is written.
template <class T>
std::optional<Index> execute(const QrPlan& plan, const QrProblem<T>& problem, Teams* teams,
                             WorkspacePool& workspaces, Trace* trace = nullptr,
                             ScheduleCache* schedules = nullptr);

}  // namespace numapack
