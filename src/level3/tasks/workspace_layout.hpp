// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "level3/tasks/node_task.hpp"

namespace numapack {

/// Where the packed panels and blocks of C of one node task lie in its workspace, in bytes. The plan states
/// the total, the executor uses the offsets: both call workspace_of(), so what is stated is what is used.
/// Every piece starts on a page of its own, so that threads that write different pieces share no page. Blocks
/// of A come first, and places for them take the same room whatever their size: what is known of a place
/// (PlaceTrials) holds for products of other shapes in the same memory (CL-073).
struct WorkspaceLayout {
  std::size_t b_begin = 0;
  std::size_t b_bytes_each =
      0;  ///< packed B of one kc block and jc block: min(kc block, k) x jc_block padded to nr
  int b_buffers =
      0;  ///< 2 where threads pack the next (kc block, jc block) while others use this one; threads
          ///< that pack their own columns have one, which they find in the caches (CL-068)
  std::size_t a_bytes_each = 0;  ///< packed block of A: mc x min(kc block, k)
  int a_buffers = 0;             ///< for each owner: a thread, or a thread row that shares blocks; then 2
                                 ///< if it has more than one
  int a_places = 1;              ///< for the block of a thread that has one, see PlaceTrials
  std::size_t a_step = 0;        ///< from one of its buffers or places to the next; places overlap
  std::size_t a_room = 0;        ///< of an owner: its buffers or places
  std::size_t a_begin = 0;
  std::size_t c_bytes_each = 0;  ///< a thread's block of C, mc x nc, if the task finishes C; else 0
  std::size_t c_begin = 0;
  std::size_t triangle_a_begin = 0,
              triangle_b_begin = 0;  ///< where the task copies what is stored of a square
  std::size_t total = 0;

  std::size_t b_offset(Index buffer = 0) const { return b_begin + std::size_t(buffer) * b_bytes_each; }
  /// `number`: of the buffer or the place.
  std::size_t a_offset(Index owner, Index number = 0) const {
    return a_begin + std::size_t(owner) * a_room + std::size_t(number) * a_step;
  }
  std::size_t c_offset(Index thread) const { return c_begin + std::size_t(thread) * c_bytes_each; }
};

/// The layout for a task whose ranges, thread grid, order and algorithm are set: nothing for what is
/// multiplied as it lies. Pure.
WorkspaceLayout workspace_of(const NodeTask& task, const Call& call, const KernelShape& kernel);

/// From one column to the next in the copy of a square of so many: no power of two.
Index triangle_leading(Index lines, Type type);

/// True if B is packed by its first use, see FirstUse.
bool packs_as_it_goes(const Panels& algorithm);

/// True if, besides, no thread reads columns of B that another packs: nobody waits for anybody.
bool packs_own_columns(const NodeTask& task, const Panels& algorithm);

/// True if rows of op(A) are packed from the panels of op(B) where these have the same lines: of a twofold
/// product, all of whose steps are packed before any block of A is. So no line of A or B crosses twice.
bool has_rows_in_panels_of_b(const Panels& algorithm, const Call& call);

/// Where a thread that packs columns of B for itself alone keeps them, in elements from the buffer's start:
/// its column of the thread grid has the same place whatever the jc block's width and the kc block's depth,
/// because nobody waits, and another may be steps ahead. Pure.
Index own_panels_begin(const NodeTask& task, const Panels& algorithm, Index k, const KernelShape& kernel,
                       Index column);

}  // namespace numapack
