// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gemm/homes.hpp"
#include "gemm/order.hpp"
#include "gemm/reasons.hpp"
#include "gemm/way.hpp"
#include "machine/machine.hpp"
#include "profile/profile.hpp"
#include "team/teams.hpp"

namespace numapack {

/// Bytes that a plan moves between nodes, in whole lines: [reader or writer][home], the diagonal being local
/// traffic. Writing a line that the writer does not hold first reads it (write-allocate), so C counts under
/// `read` as well, unless it is streamed.
struct Traffic {
  std::vector<std::vector<double>> read, written;
  explicit Traffic(std::size_t nodes = 0);
  double crossing(const Machine& machine, Reach reach) const;  ///< read + written over that distance class
  double crossing() const;                                     ///< all that leaves its node
};

/// How often a node moves each byte of its parts of A, B and C between their homes and itself.
struct Passes {
  double a = 1, b = 1;  ///< reads
  double c_read = 1, c_written = 1;
  bool operator==(const Passes&) const = default;
};

/// What one node does: its threads share a part of C, as their grid divides it (or, with order.pieces > 1,
/// K: each takes pieces of it as they come, and sums them apart), and go through it the task's way.
///
/// Panels (Goto & van de Geijn 2008, with the packing of both operands shared by the node's team):
///
///   for each chunk of `column_chunk` columns of my part of C          usually one
///     for each slab of `slab` along K                                 one, if finish_c
///       team: pack B[slab, chunk] once, together                      node-local, each element read once;
///                                                                     if slab == kc, with its first use
///       for each block of mc rows of my thread row
///         pack A[block, slab]                                         node-local; shares_a: by a thread row
///         for each nc columns
///           for each kc of the slab: macro-kernel into C
///           with finish_c into a block of a buffer of this node, which stays in its caches, gets the old C
///           first if beta != 0, and is written to C in the end
struct NodeTask {
  int team = 0;         ///< index into the teams' layout
  int node = 0;         ///< index into Machine::nodes
  int memory_node = 0;  ///< where the workspace lives: `node`, or the nearest with memory (home_for)
  int threads = 1;
  Grid thread_grid;     ///< rows * columns == threads
  Range rows, columns;  ///< of C
  Order order;          ///< the same for all tasks of a plan
  Way way;
  Passes passes;
  std::size_t workspace_bytes = 0;  ///< on memory_node, exactly workspace_of().total; 0: nothing is leased
  TaskReasons why;

  const Panels* panels() const { return std::get_if<Panels>(&way); }
  const Skinny* skinny() const { return std::get_if<Skinny>(&way); }
  const InPlaceWay* in_place() const { return std::get_if<InPlaceWay>(&way); }
};

/// What one call will do: which node computes which part of C, what it copies first, what that costs.
/// Pure data: made by make_plan(), printed by explain(), obeyed by execute(). Answers depend on the kernel
/// and the order alone.
struct Plan {
  Call call;
  KernelShape kernel;
  Grid grid;                    ///< of nodes over C
  std::vector<NodeTask> tasks;  ///< one a node that takes part; together they cover C exactly once
  bool caller_only = false;     ///< one task with one thread, run by the calling thread itself, with the
                                ///< workspace where that thread then is; no team wakes up
  Traffic traffic;              ///< what this plan moves
  Traffic bound;  ///< the least that any grid of the same nodes with balanced work could move for these
                  ///< homes: every element that a node needs and does not have, once; C's twice, if it must
                  ///< be read. In bytes of elements, not of lines
  double seconds_estimate = 0;
  PlanReasons why;
  std::size_t workspace_bytes() const;
};

struct PlanOptions {
  int threads = 0;           ///< at most so many in all; 0: what the machine gives
  std::vector<int> nodes;    ///< only these (indices into Machine::nodes); empty: let the model decide
  std::optional<Grid> grid;  ///< force the node grid; rows * columns must equal the number of nodes used
  bool localise = true;      ///< false: the paper's variant without data localisation
  bool collapse = true;      ///< false: never fewer nodes or threads than asked for
  std::size_t workspace_limit = 0;  ///< bytes in all; 0: a quarter of each node's memory
  std::string cpu;                  ///< the row of cpu/ by name; empty: the machine's (row_of())
  std::string kernel;               ///< by name; empty: the row's
  Blocking blocking;                ///< cache blocks; kc 0: the profile's tuned ones, else the built-in
  bool operator==(const PlanOptions&) const = default;
};

/// The plan for a call whose operands have these homes, with this kernel. Pure: no hardware, no environment,
/// no state, same answer for same arguments (options.kernel is for whoever chooses the kernel). `layout` says
/// which teams exist (lay_out_teams). Throws Error(invalid_argument) for nodes or grids that do not exist.
Plan make_plan(const Call& call, const KernelShape& kernel, const Homes& homes, const Machine& machine,
               const Profile& profile, const std::vector<TeamLayout>& layout,
               const PlanOptions& options = {});

/// Least flops for which more than the calling thread can pay. Below, a call that leaves open who works is
/// the caller's alone, and nobody asks where its operands are.
double least_parallel_flops(const Profile& profile);

/// True if make_plan() leaves the call to the calling thread because it is so small.
bool is_small(const Call& call, const Profile& profile, const PlanOptions& options);

/// The plan as a person reads it: grid, tasks, decisions with their reasons, bytes a node pair against the
/// bound.
std::string explain(const Plan& plan, const Machine& machine);

/// Why this many nodes and threads, why this grid: a sentence each.
std::vector<std::string> reasons_of(const Plan& plan);
/// One sentence a decision about one of its tasks, with the figures of formulas (1) to (3).
std::vector<std::string> reasons_of(const Plan& plan, const NodeTask& task);

}  // namespace numapack
