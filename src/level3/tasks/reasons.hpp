// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace numapack {

/// How nodes (or threads of a node) share C: rows x columns of them.
struct Grid {
  int rows = 1, columns = 1;
  bool operator==(const Grid&) const = default;
};

/// Whether one operand of one node pays for a node-local copy: the paper's section 4.1 with the figures at
/// hand.
struct LocaliseFigures {
  double bytes = 0, remote_bytes = 0;  ///< of the node's part
  double reads = 1;                    ///< N: how often each element would cross without a copy
  bool written_only = false;           ///< with a copy it crosses one way, without it both
  double in_place_seconds = 0;         ///< formula (1)
  double copied_seconds = 0;           ///< formula (2)
  bool copy = false;                   ///< formula (3): (1) - (2) > 0

  double remote_share() const { return bytes > 0 ? remote_bytes / bytes : 0; }
};

/// The figures behind a task. explain() makes sentences of them.
struct TaskReasons {
  bool homes_count = true;  ///< false: so small a call does not ask where its operands are
  bool localises = true;    ///< copies were not forbidden
  LocaliseFigures a, c;
  LocaliseFigures triangle_a, triangle_b;  ///< what is stored of symmetric ones, for a copy of its own
  LocaliseFigures both;          ///< lines of A and B that are rows and columns, of a twofold product
  std::size_t wanted_bytes = 0;  ///< workspace before any cap
  bool fits = true;              ///< false: even the smallest workspace is above the cap
  std::size_t cache_bytes = 0;   ///< of the node, from which its threads read again what they all read
};

/// A set of threads that the planner considered.
struct TeamEstimate {
  bool caller_only = false;
  int nodes = 1, threads = 1;
  int node = 0;  ///< the first
  double seconds = 0;
};

/// A division of C over nodes that was looked at, each element moved once.
struct GridCandidate {
  Grid grid;
  double cross_chip = 0, cross_die = 0;  ///< bytes
};

/// The figures behind a plan.
struct PlanReasons {
  enum class Rule { nothing_to_do, one_thread, as_asked, small, least_time };
  Rule rule = Rule::least_time;
  TeamEstimate chosen;
  std::vector<TeamEstimate> compared;  ///< least_time: from the fewest threads on
  double flops = 0, least_flops = 0;   ///< small
  bool grid_asked_for = false;
  GridCandidate grid;                 ///< of several nodes
  std::vector<GridCandidate> others;  ///< and what else there was
};

}  // namespace numapack
