// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/algorithms/algorithm.hpp"
#include "level3/call/order.hpp"
#include "level3/tasks/reasons.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

/// How often a node moves each byte of its parts of A, B and C between their homes and itself.
struct Passes {
  double a = 1, b = 1;  ///< reads
  double c_read = 1, c_written = 1;
  bool operator==(const Passes&) const = default;
};

/// One node's work: its threads divide a part of C by their grid (or, with order.pieces > 1, share K: each
/// takes parts of K from a common list and sums them separately), and multiply it with the task's algorithm.
///
/// Panels (Goto & van de Geijn 2008, with the packing of both operands shared by the node's team):
///
///   for each jc block of `jc_block` columns of my part of C          usually one
///     for each kc block of `kc block` along K                                 one, if buffered_c
///       team: pack B[kc block, jc block] once, together                      node-local, each element read
///       once;
///                                                                     if kc block == kc, with its first use
///       for each block of mc rows of my thread row
///         pack A[block, kc block]                                         node-local; shares_a: by a thread
///         row for each nc columns
///           for each kc of the kc block: macro-kernel into C
///           with buffered_c into a block of a buffer of this node, which stays in its caches, gets the old C
///           first if beta != 0, and is written to C in the end
struct NodeTask : TeamShare {
  Grid thread_grid;     ///< rows * columns == threads
  Range rows, columns;  ///< of C
  Order order;          ///< the same for all tasks of a plan
  Algorithm algorithm;
  Passes passes;
  std::size_t workspace_bytes = 0;  ///< on memory_node, exactly workspace_of().total; 0: nothing is leased
  TaskReasons why;

  const Panels* panels() const { return std::get_if<Panels>(&algorithm); }
  const Skinny* skinny() const { return std::get_if<Skinny>(&algorithm); }
  const InPlaceAlgorithm* in_place() const { return std::get_if<InPlaceAlgorithm>(&algorithm); }
};

}  // namespace numapack
