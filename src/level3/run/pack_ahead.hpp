// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/integer.hpp"
#include "kernel/choices.hpp"
#include "kernel/kernel.hpp"

namespace numapack {

/// A block of A, not transposed, that the tiles of the previous block pack on the way, some lines each: down
/// a column, then the next column. A line is one column of a micro-panel.
template <class T>
class PackAhead {
 public:
  /// `block` of whole micro-panels into those at `to`. `after`: the first element of the block that follows;
  /// null: none.
  PackAhead(const NextBlock<T>& block, const KernelShape& kernel, T* to, const T* after)
      : block_(block),
        after_(after),
        to_(to),
        kernel_(kernel),
        mr_(kernel.mr),
        panels_(divide(block.rows, Index{kernel.mr})) {}

  /// Shares the block out over so many tiles of k steps, as far as they have time for it.
  void share_out(Index tiles, Index k) {
    if (tiles > 0)
      share_ = std::min(divide_up(panels_ * block_.columns, tiles), lines_packed_ahead(kernel_, k));
  }

  bool is_left() const { return share_ > 0 && panels_ > 0 && column_ < block_.columns; }

  /// What no tile had time for.
  void pack_rest(PackPanels<T> pack_a) {
    for (; panel_ > 0 && column_ < block_.columns; panel_ = (panel_ + 1) % panels_, column_ += panel_ == 0)
      std::copy_n(block_.data + panel_ * mr_ + column_ * block_.leading, mr_,
                  to_ + (panel_ * block_.columns + column_) * mr_);
    if (column_ >= block_.columns) return;
    for (Index panel = 0; panel < panels_; ++panel)
      pack_a({block_.data + panel * mr_ + column_ * block_.leading, 1, block_.leading}, mr_,
             block_.columns - column_, to_ + (panel * block_.columns + column_) * mr_);
  }

  /// For the next tile.
  PackedAhead take() {
    PackedAhead part;
    part.from = block_.data + panel_ * mr_ + column_ * block_.leading;
    part.leading = block_.leading * element;
    part.to = to_ + (panel_ * block_.columns + column_) * mr_;
    part.panel = block_.columns * mr_ * element;
    part.lines = panels_;
    part.left = panels_ - panel_;
    part.count = std::min(share_, panels_ * (block_.columns - column_) - panel_);
    part.prefetched = prefetched();
    panel_ += part.count;
    const Index columns = divide(panel_, panels_);
    column_ += columns;
    panel_ -= columns * panels_;
    return part;
  }

 private:
  /// From a column to the one that is prefetched with it, in bytes: of the block that follows at the end.
  Index prefetched() const {
    const Index columns = std::min(columns_prefetched_packing_ahead, block_.columns);
    if (column_ + columns < block_.columns) return columns * block_.leading * element;
    if (after_ == nullptr) return 0;
    return (after_ - block_.data - (block_.columns - columns) * block_.leading) * element;
  }

  static constexpr auto element = static_cast<Index>(sizeof(T));
  const NextBlock<T> block_;
  const T* const after_;
  T* const to_;
  const KernelShape& kernel_;
  const Index mr_, panels_;
  Index share_ = 0, panel_ = 0, column_ = 0;
};

}  // namespace numapack
