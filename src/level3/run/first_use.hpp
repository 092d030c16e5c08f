// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>

#include "kernel/kernel.hpp"
#include "level3/run/pack_operands.hpp"

namespace numapack {

/// Panels of op(B)[kc block, columns] that are packed by their first use, in order: by the first tile that
/// reads one, where the kernel can (CL-013), or just before; and the next is prefetched: packing waits less
/// for memory (CL-040). The kc block is one kc at most.
template <class T>
class FirstUse {
 public:
  FirstUse(const Kernel<T>& kernel, const Problem<T>& problem, Range columns, Range kc_block,
           const TriangleCopy<T>& near = {})
      : kernel_(kernel),
        problem_(problem),
        near_(near),
        columns_(columns),
        kc_block_(kc_block),
        in_rows_(transposes(problem.trans_b)),
        by_tile_(kernel.packing_tile != nullptr && !in_rows_ && !conjugates(problem.trans_b) &&
                 !problem.is_structured()) {}

  /// Packs into `panels` what is taken at a time from column `j` of `columns` on, unless the first of the
  /// tiles, of so many rows, does. Returns the number of columns.
  Index pack(Index j, Index rows, T* panels) {
    const Index nr = kernel_.shape.nr, width = at_a_time(), now = std::min(width, columns_.size() - j);
    source_ = source_of_b(problem_, columns_.begin + j, kc_block_.begin);
    left_to_tile_ = by_tile_ && now == nr && rows >= kernel_.shape.mr;
    const Index first = columns_.begin + j;
    if (!left_to_tile_) pack_b(kernel_, problem_, {first, first + now}, kc_block_, panels, near_);
    return now;
  }

  /// The columns of B that the next tile is to pack, once; null: it is not.
  const T* for_tile() { return std::exchange(left_to_tile_, false) ? source_.data : nullptr; }
  Index leading() const { return problem_.ldb; }

  /// What comes after the columns that pack() had last.
  NextBlock<T> next(Range packed) const {
    const Index left = std::min(at_a_time(), columns_.size() - packed.end), depth = kc_block_.size();
    if (left <= 0 || !problem_.pattern_b.is_general()) return {};
    const T* const data = source_.data + packed.size() * source_.along;
    return {data, problem_.ldb, in_rows_ ? left : depth, in_rows_ ? depth : left};
  }

 private:
  /// Of a transposed B some panels, so that they use as much as they can of each of its lines.
  Index at_a_time() const { return kernel_.shape.nr * (in_rows_ ? 4 : 1); }

  const Kernel<T>& kernel_;
  const Problem<T>& problem_;
  const TriangleCopy<T> near_;
  const Range columns_, kc_block_;
  const bool in_rows_, by_tile_;
  PackSource<T> source_{};
  bool left_to_tile_ = false;
};

}  // namespace numapack
