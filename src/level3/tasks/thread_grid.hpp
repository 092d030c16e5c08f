// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/tasks/node_task.hpp"

namespace numapack {

/// Where blocks of A come from when they are packed, and who packs them.
enum class SourceOfA {
  caches,    ///< the thread's own or the shared ones: each thread for itself
  memory,    ///< of this node: each thread for itself
  elsewhere  ///< another node: once for each thread row, by its threads together
};

/// How `threads` share a part of C of m x n: the fewest micro-tiles for the busiest thread first of all, then
/// the least packing of A and B and reading of B a thread.
Grid choose_thread_grid(Index m, Index n, int threads, const KernelShape& kernel, const Blocking& blocking,
                        SourceOfA source);

/// mc at most `mc` such that the rows of a thread row fall into blocks of equal size, in multiples of mr.
Index balanced_mc(Index thread_rows, Index mc, Index mr);

/// For a part of C of so many rows and columns, mc; or more, as many rows of a thread row as long stretches
/// of A's columns need, if it is tall and A not transposed.
Index tall_mc(Index mc, Index rows, Index columns, const Call& call, Index thread_rows,
              const KernelShape& kernel);

/// True if A's next block can come into L2 while one is multiplied: the instruction set's tiles prefetch it,
/// A's columns are long enough to prefetch, and the kc block of B takes a quarter of L2 at most.
bool leaves_room_for_a(const NodeTask& task, const Panels& algorithm, const Call& call,
                       const KernelShape& kernel, std::size_t l2);

/// mc at most `mc`, for threads that prefetch A's next block of so many rows.
Index shallow_mc(Index thread_rows, Index mc, Index kc, const KernelShape& kernel);

/// Places in the workspace for a thread's block of A, the best of which is found by trying (PlaceTrials):
/// more than one if the block belongs to the thread alone and takes a good part of L2. The steps between them
/// are a share of L2, not of the block, so that products of other shapes find the same places.
PlacesOfA places_of_a(const Panels& algorithm, Index thread_rows, const Call& call, std::size_t l2);

/// Columns of B to pack at a time, of `columns` in all: as few and as even jc blocks of at most nc as there
/// can be.
Index even_jc_block(Index columns, const KernelShape& kernel, const Blocking& blocking);

/// That, or less: if each thread has one block of rows for all of K, A is packed once, and no more of B at a
/// time than stays in L2 until it is used; with more blocks each packed column of B is used again, from L3.
Index choose_jc_block(Index thread_rows, Index columns, Index k, std::size_t l2, const KernelShape& kernel,
                      const Blocking& blocking, int threads);

}  // namespace numapack
