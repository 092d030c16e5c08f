// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <variant>

#include "level3/algorithms/row_blocks.hpp"
#include "level3/algorithms/skinny_choice.hpp"

namespace numapack {

/// Operands in place, by the kernel's own loop, block by block. Nothing is packed.
struct InPlaceAlgorithm {
  Index depth = 0;                ///< steps of K at a time
  Index columns = 1;              ///< of C at a time
  bool prefetches_below = false;  ///< while a block is multiplied, C some tiles below each tile is
                                  ///< prefetched, not the next columns
  bool copies_b = false;          ///< for split-K: B's columns are first copied to a buffer, a line apart
  bool operator==(const InPlaceAlgorithm&) const = default;
};

/// How Skinny::Form::in_kc_blocks goes through its long A.
struct Tall {
  Index height = 0;    ///< rows of a block
  Index together = 0;  ///< rows of the blocks that see all of K before the next ones do
  Index depth = 0;     ///< steps of K of a block
  bool in_haste = false;
  bool prefetches_rows_below = false;  ///< a tile's next rows are prefetched; else the next block
  bool operator==(const Tall&) const = default;
};

/// One long operand, read once without packing; the other one stays in the caches.
struct Skinny {
  SkinnyOperand longer = SkinnyOperand::a;
  SkinnyForm form = SkinnyForm::by_rows;
  Index together = 16;       ///< columns of the long operand at a time, where the other is a real vector
  bool from_memory = false;  ///< likewise: each is a stream of its own, see SkinnyProduct
  Tall tall = {};            ///< in_kc_blocks
  bool operator==(const Skinny&) const = default;
};

/// Places for a thread's own block of A in its workspace, of which it finds the best (PlaceTrials).
struct PlacesOfA {
  int count = 1;
  std::size_t step = 0;  ///< from one to the next, in bytes, where there are several
  bool operator==(const PlacesOfA&) const = default;
};

/// Who multiplies which block of C.
enum class LoopSchedule {
  static_,  ///< each thread its part of the grid
  dynamic  ///< threads in one column of the grid take blocks of rows and groups of columns from a common list
};

/// Both operands packed into panels on this node; Goto's nest, see NodeTask.
struct Panels {
  Blocking blocking;
  Index kc_block = 0;       ///< depth of K packed at once: a multiple of kc, or k rounded up to kc
  Index jc_block = 0;       ///< columns of B packed at once, a multiple of nr
  bool shares_a = false;    ///< a thread row packs each block of A once, together: A comes from elsewhere, or
                            ///< all of K is packed at once
  bool buffered_c = false;  ///< all of K is packed first, so that a block of C is finished while cached
  bool streams_c = false;   ///< finished blocks use streaming stores: no line of C is fetched to be written
  bool prefetches_a = false;  ///< while a block of A is multiplied, the next is prefetched into L2
  bool packs_ahead = false;   ///< while a thread multiplies a block of A, its tiles pack the next
  bool copies_triangle_a =
      false;  ///< symmetric, from elsewhere: of the square of its own rows and columns, which it would read
              ///< as stored and mirrored, the node has a copy of the stored triangle
  bool copies_triangle_b = false;
  PlacesOfA a_places;
  LoopSchedule schedule = LoopSchedule::static_;
  bool side_by_side =
      false;       ///< dynamic: a thread's blocks lie one behind the other, if the threads keep step
  PageRows pages;  ///< where blocks of rows end with pages of C
  bool operator==(const Panels&) const = default;
};

/// The algorithm of one node's threads, with its parameters.
using Algorithm = std::variant<InPlaceAlgorithm, Skinny, Panels>;

}  // namespace numapack
