// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/scratch.hpp"
#include "level3/call/call.hpp"
#include "level3/call/packing.hpp"

namespace numapack {

/// What a rectangle of C has of a region, from one place to another.
template <class T>
void copy_region(MatrixType region, Range rows, Range columns, const T* from, Index ld_from, T* to,
                 Index ld_to) {
  for (Index j = columns.begin; j < columns.end; ++j, from += ld_from, to += ld_to) {
    const Range mine = rows_in(region, rows, j);
    std::copy_n(from + (mine.begin - rows.begin), mine.size(), to + (mine.begin - rows.begin));
  }
}

/// Reads something of each of its lines, so that they stay in the caches.
template <class T>
void touch_region(MatrixType region, Range rows, Range columns, const T* c, Index ldc) {
  constexpr Index line = 64 / sizeof(T);
  const auto touch = [](const T* element) {
    static_cast<void>(*reinterpret_cast<const volatile char*>(element));
  };
  for (Index j = columns.begin; j < columns.end; ++j, c += ldc) {
    const Range mine = rows_in(region, rows, j);
    const T* const begin = c + (mine.begin - rows.begin);
    for (Index i = 0; i < mine.size(); i += line) touch(begin + i);
    if (mine.size() > 0) touch(begin + mine.size() - 1);
  }
}

/// A tile of packed operands: all steps of a kc block.
template <class T>
struct PackedTile {
  const T* panel_a;
  const T* panel_b;
  T alpha;
  T* c;
  Index ldc;
  int rows, columns;
};

/// What there is of a structured product's tiles: C's region, and the steps of K for which triangular
/// operands are not all zero. So zeros are neither multiplied nor added up, except for those in a triangle's
/// tiles on the diagonal.
template <class T>
class TileMask {
 public:
  /// Of the part of C that begins at `row` and `column`. `buffered`: C is a buffer, of which only what is in
  /// the region will be copied: tiles may write the rest.
  TileMask(const Call& call, Index row, Index column, Range kc_block, T beta, bool buffered)
      : call_(call), row_(row), column_(column), kc_block_(kc_block), beta_(beta), buffered_(buffered) {}

  /// Whether there is anything in a part of C, for these steps.
  static bool is_empty(const Call& call, Range rows, Range columns, Range kc_block) {
    return overlap_of(call.region, rows, columns) == Overlap::none ||
           common(kc_block, steps_of(call, rows, columns)).size() <= 0;
  }

  /// The tile whose first element is at row i and column j of this part.
  void multiply(const Kernel<T>& kernel, Index i, Index j, const PackedTile<T>& tile,
                const Ahead& ahead) const {
    const Range rows{row_ + i, row_ + i + tile.rows}, columns{column_ + j, column_ + j + tile.columns};
    const Overlap overlap = overlap_of(call_.region, rows, columns);
    const Range whole = steps_of(call_, rows, columns), steps = common(kc_block_, whole);
    if (overlap == Overlap::none || steps.size() <= 0) return;
    const T beta = steps.begin == whole.begin ? beta_ : T{1};
    const auto run = [&](T* c, Index ldc) {
      const Index skipped = steps.begin - kc_block_.begin;
      kernel.tile(steps.size(), tile.panel_a + skipped * kernel.shape.mr,
                  tile.panel_b + skipped * kernel.shape.nr, tile.alpha, beta, c, ldc, tile.rows, tile.columns,
                  ahead);
    };
    if (overlap == Overlap::whole || buffered_) return run(tile.c, tile.ldc);
    // On the edge: other elements of the tile are not ours, so it goes through a buffer.
    const Scratch<T, most_tile_elements> buffer;
    const Index ldc = tile.rows;
    if (beta != T{0}) {
      std::fill_n(buffer.data(), ldc * tile.columns, T{});
      copy_region(call_.region, rows, columns, tile.c, tile.ldc, buffer.data(), ldc);
    }
    run(buffer.data(), ldc);
    copy_region(call_.region, rows, columns, buffer.data(), ldc, tile.c, tile.ldc);
  }

 private:
  static Range steps_of(const Call& call, Range rows, Range columns) {
    return common(call.steps_of_a(rows), call.steps_of_b(columns));
  }

  const Call& call_;
  const Index row_, column_;
  const Range kc_block_;
  const T beta_;
  const bool buffered_;
};

}  // namespace numapack
