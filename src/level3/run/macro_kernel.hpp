// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/integer.hpp"
#include "base/split.hpp"
#include "kernel/kernel.hpp"
#include "level3/run/first_use.hpp"
#include "level3/run/pack_ahead.hpp"
#include "level3/run/tile_mask.hpp"

namespace numapack {

/// Asks for the first line of each column. Where pages are small a column of C is one of its own (CL-033): a
/// walk through the page tables whenever a block of A reaches it, for which the loop would wait. All columns
/// of a panel at once, their walks overlap (CL-034).
template <class T>
void open_columns(const T* c, Index ldc, Index columns) {
  for (Index column = 0; column < columns; ++column) __builtin_prefetch(c + column * ldc, 1);
}

/// What tiles prefetch, one after the other, of a block that will be read soon.
template <class T>
class Prefetched {
 public:
  /// By tiles of so many steps.
  Prefetched(const NextBlock<T>& block, Index depth)
      : block_(block), stretch_(ahead_bytes(depth) / element) {}

  /// For the next tile; where nothing is left, `otherwise`.
  Ahead take(const T* otherwise) {
    if (block_.data == nullptr || column_ >= block_.columns || row_ >= block_.rows || stretch_ == 0)
      return {otherwise};
    const T* const from = block_.data + row_ + column_ * block_.leading;
    if (block_.columns <= Ahead::stretches / 2) {  // one column after the other
      row_ += Ahead::stretches * stretch_;
      if (row_ >= block_.rows) {
        row_ = 0;
        ++column_;
      }
      return {from};
    }
    column_ += Ahead::stretches;
    if (column_ >= block_.columns) {
      column_ = 0;
      row_ += stretch_;
    }
    return {from, block_.leading * element};
  }

 private:
  static constexpr auto element = static_cast<Index>(sizeof(T));
  NextBlock<T> block_;
  Index stretch_;
  Index column_ = 0, row_ = 0;
};

/// C[0:m, 0:n] = alpha A B + beta C on packed operands, one kc block of K.
template <class T>
struct PackedProduct {
  Index m = 0, n = 0, k = 0;
  const T* panels_a = nullptr;  ///< m x k
  T* panels_b = nullptr;        ///< k x n; a FirstUse writes them
  T alpha{1}, beta{1};
  T* c = nullptr;
  Index ldc = 0;
  Index tile_step = 0;  ///< from tile to tile down a column of C: mr, or more if C is packed itself
};

/// What tiles do besides multiplying.
template <class T>
struct TileExtras {
  NextBlock<T> next = {};  ///< prefetched, if known and worth it (CL-032): a block of A (its columns are K)
  PackAhead<T>* pack_ahead = nullptr;  ///< the block of A that they pack
  FirstUse<T>* first_use = nullptr;    ///< B is not packed yet; its next panels are prefetched
  const TileMask<T>* mask = nullptr;   ///< of a structured product: what tiles there are
};

/// Loops 2 and 1 around the micro-kernel. A panel of B (k x nr), packed at its first use if it was not yet,
/// stays in L1 while all panels of A (m x k, in L2) pass by. Each tile prefetches its share of the next data
/// into L2: of `next` while some is left, else of the next panel of B, without which the first tile on a
/// panel waits for memory (CL-031).
template <class T>
void macro_kernel(const Kernel<T>& kernel, const PackedProduct<T>& product,
                  const TileExtras<T>& extras = {}) {
  const auto& [m, n, k, panels_a, panels_b, alpha, beta, all_of_c, ldc, tile_step] = product;
  const auto& [next, pack_ahead, first_use, mask] = extras;
  const Index mr = kernel.shape.mr, nr = kernel.shape.nr;
  const Index share = divide(k * nr, divide_up(m, mr));  // of the next panel of B, for a tile to bring nearer
  Prefetched<T> prefetched(next, k);
  Range packed{0, first_use != nullptr ? 0 : n};  // columns of B that are next to each other in panels
  for (Index j = 0; j < n; j += nr) {
    T* const panel_b = panels_b + j * k;
    T* c = all_of_c + j * ldc;
    const int columns = static_cast<int>(std::min(nr, n - j));
    if (j >= packed.end) {
      packed = {j, j + first_use->pack(j, m, panel_b)};
      prefetched = Prefetched<T>(first_use->next(packed), k);
      if (j == 0) open_columns(c, ldc, columns);
    }
    // After the last panel the next block of A starts over.
    const T* ahead = panels_b + (j + nr < packed.end ? j + nr : packed.begin) * k;
    for (Index i = 0; i < m; i += mr, ahead += share, c += tile_step) {
      const T* const panel_a = panels_a + i * k;
      const int rows = static_cast<int>(std::min(mr, m - i));
      if (i + mr >= m && j + nr < n) open_columns(all_of_c + (j + nr) * ldc, ldc, std::min(nr, n - j - nr));
      if (mask != nullptr)
        mask->multiply(kernel, i, j, {panel_a, panel_b, alpha, c, ldc, rows, columns},
                       prefetched.take(ahead));
      else if (const T* const b = first_use != nullptr ? first_use->for_tile() : nullptr)
        kernel.packing_tile(k, panel_a, b, first_use->leading(), panel_b, alpha, beta, c, ldc,
                            prefetched.take(panels_a));
      else if (pack_ahead != nullptr && pack_ahead->is_left())
        kernel.pack_ahead_tile(k, panel_a, panel_b, alpha, beta, c, ldc, rows, columns, pack_ahead->take());
      else
        kernel.tile(k, panel_a, panel_b, alpha, beta, c, ldc, rows, columns, prefetched.take(ahead));
    }
  }
}

}  // namespace numapack
