// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "level3/nodes/plan_context.hpp"
#include "team/teams.hpp"

namespace numapack {

/// The teams that a plan may use, with all their threads: those on options.nodes, or (empty) those on nodes
/// with memory of their own, or on any node if none has. Throws Error(invalid_argument) for a layout without
/// teams, nodes that do not exist, are named twice or have no team, and negative numbers of threads.
std::vector<NodeTeam> allowed_workers(const Machine& machine, const std::vector<TeamLayout>& layout,
                                      const Options& options);

/// At most `threads` threads in total, taken from each worker in turn; workers without threads drop out. 0:
/// all.
std::vector<NodeTeam> with_threads(std::vector<NodeTeam> workers, int threads);

/// So many threads, one after the other to the worker with the most work for each that it would have
/// (D'Hondt's method); `work` of each worker, in any unit. Where there is none, in turn; 0: all.
std::vector<NodeTeam> with_threads_by_work(std::vector<NodeTeam> workers, const std::vector<double>& work,
                                           int threads);

/// Throws Error(invalid_argument) unless the forced grid, if any, has a place for each of `nodes` nodes.
void check_grid(const Options& options, int nodes);

/// Throws Error(invalid_argument) if sizes are negative, or homes or profile are of a machine with another
/// number of nodes.
void check_inputs(const Call& call, const Homes& homes, const Machine& machine, const Profile& profile);

}  // namespace numapack
