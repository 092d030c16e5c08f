// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "level3/nodes/options.hpp"
#include "level3/nodes/traffic.hpp"
#include "level3/tasks/node_task.hpp"
#include "machine/machine.hpp"
#include "memory/homes/operand_home.hpp"
#include "profile/profile.hpp"
#include "schedule/schedule.hpp"
#include "team/teams.hpp"

namespace numapack {

/// What one call will do: which node computes which part of C, what it copies first, and the cost. Pure data:
/// made by make_plan(), printed by explain(), obeyed by execute(). The bits of results depend on the kernel
/// and the order alone.
struct Plan {
  Call call;
  KernelShape kernel;
  Grid grid;                    ///< of nodes over C
  std::vector<NodeTask> tasks;  ///< one a node that takes part; together they cover C exactly once
  bool caller_only = false;     ///< one task with one thread, run by the calling thread itself, with the
                                ///< workspace where that thread then is; no team wakes up
  Schedule schedule;  ///< one step per task for the teams (matrices: C, op(A), op(B)); empty if the caller
                      ///< works alone
  Traffic traffic;    ///< what this plan moves
  Traffic bound;      ///< the least that any grid of the same nodes with balanced work could move for these
                  ///< homes: every element that a node needs and does not have, once; C's twice, if it must
                  ///< be read. In bytes of elements, not of lines
  double seconds_estimate = 0;
  PlanReasons why;
  /// The homes of A, B and C, if the call was watched when the plan was made (runtime/watch.hpp) and homes
  /// were looked up.
  std::vector<OperandHome> operand_homes = {};
  std::size_t workspace_bytes() const { return workspace_bytes_of(tasks); }
};

/// The plan for a call whose operands have these homes, with this kernel. Pure: no hardware, no environment,
/// no state, same answer for same arguments (options.kernel matters only for choosing the kernel). `layout`
/// says which teams exist (lay_out_teams). Throws Error(invalid_argument) for nodes or grids that do not
/// exist.
Plan make_plan(const Call& call, const KernelShape& kernel, const Homes& homes, const Machine& machine,
               const Profile& profile, const std::vector<TeamLayout>& layout, const Options& options = {});

}  // namespace numapack
