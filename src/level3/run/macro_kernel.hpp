// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/integer.hpp"
#include "base/split.hpp"
#include "kernel/kernel.hpp"
#include "level3/run/pack_ahead.hpp"

namespace numapack {

/// Asks for the first line of each column. Where pages are small a column of C is one of its own (CL-033): a
/// walk through the page tables whenever a block of A reaches it, for which the loop would wait. All columns
/// of a panel at once, their walks overlap (CL-034).
template <class T>
void open_columns(const T* c, Index ldc, Index columns) {
  for (Index column = 0; column < columns; ++column) __builtin_prefetch(c + column * ldc, 1);
}

/// What tiles ask for, one after the other, of a block that will be read soon.
template <class T>
class AskedFor {
 public:
  /// By tiles of so many steps.
  AskedFor(const NextBlock<T>& block, Index depth) : block_(block), stretch_(ahead_bytes(depth) / element) {}

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
  const NextBlock<T> block_;
  const Index stretch_;
  Index column_ = 0, row_ = 0;
};

/// C[0:m, 0:n] = alpha A B + beta C on packed operands: loops 2 and 1 around the micro-kernel. A panel of B
/// (k x nr) stays in L1 while all panels of A (m x k, in L2) pass by. Each tile brings its share of what
/// comes next into L2: of the next panel of B, without which the first tile on a panel waits for memory
/// (CL-031), or, while some of it is left, of `asked`: what is packed after this, a block of A (its columns
/// are K) or a panel of B (its columns are B's, K runs along them), if known and worth it (CL-032).
template <class T>
void macro_kernel(const Kernel<T>& kernel, Index m, Index n, Index k, const T* panels_a, const T* panels_b,
                  T alpha, T beta, T* c, Index ldc, AskedFor<T> asked, PackAhead<T>* pack_ahead = nullptr) {
  const Index mr = kernel.shape.mr, nr = kernel.shape.nr;
  const Index share = divide(k * nr, divide_up(m, mr));  // of the next panel of B, for a tile to bring nearer
  for (Index j = 0; j < n; j += nr) {
    const int columns = static_cast<int>(std::min(nr, n - j));
    const T* ahead = panels_b + (j + nr < n ? j + nr : 0) * k;  // the next block of A starts over
    for (Index i = 0; i < m; i += mr, ahead += share) {
      const int rows = static_cast<int>(std::min(mr, m - i));
      if (i + mr >= m && j + nr < n) open_columns(c + (j + nr) * ldc, ldc, std::min(nr, n - j - nr));
      if (pack_ahead != nullptr && pack_ahead->is_left()) {
        kernel.pack_ahead_tile(k, panels_a + i * k, panels_b + j * k, alpha, beta, c + i + j * ldc, ldc, rows,
                               columns, pack_ahead->take());
        continue;
      }
      kernel.tile(k, panels_a + i * k, panels_b + j * k, alpha, beta, c + i + j * ldc, ldc, rows, columns,
                  asked.take(ahead));
    }
  }
}

}  // namespace numapack
