// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/integer.hpp"
#include "level3/algorithms/algorithm.hpp"
#include "level3/call/packing.hpp"
#include "level3/run/trace.hpp"

namespace numapack {

/// C[rows, columns] of a product with a long A and few columns, A and B in columns: by the kernel's in-place
/// loop, so few steps of K at a time that a tile's rows of A stay in L1 for all columns, and a block of rows
/// at a time, in whose time what follows comes nearer: the next block, into L2, or the rows below a tile. All
/// of K for some blocks before the next ones: their part of C stays in the caches. The value of an element
/// depends on k alone, not on which part this is.
template <class T>
void multiply_tall(const Problem<T>& problem, const Kernel<T>& kernel, const Tall& algorithm, Range rows,
                   Range columns, const Tracer& tracer, Index thread) {
  const Index height = algorithm.height, high = algorithm.together, depth = algorithm.depth;

  struct Block {
    Range rows, kc_block;
  };
  const auto next = [&](const Block& block, Range together) -> Block {
    const auto at = [&](Index row, Index step) -> Block {
      return {{row, std::min(row + height, together.end)}, {step, std::min(step + depth, problem.k)}};
    };
    if (block.rows.end < together.end) return at(block.rows.end, block.kc_block.begin);
    if (block.kc_block.end < problem.k) return at(together.begin, block.kc_block.end);
    return {{together.end, std::min(together.end + height, rows.end)}, {0, std::min(depth, problem.k)}};
  };
  const auto a_of = [&](const Block& block) {
    return problem.a + block.rows.begin + block.kc_block.begin * problem.lda;
  };
  const auto c_of = [&](const Block& block) {
    return problem.c + block.rows.begin + columns.begin * problem.ldc;
  };

  for (Index i = rows.begin; i < rows.end; i += high) {
    const Range together{i, std::min(i + high, rows.end)};
    for (Block now{{i, std::min(i + height, together.end)}, {0, std::min(depth, problem.k)}}, then;
         now.rows.begin < together.end; now = then) {
      then = next(now, together);
      const Following<T> next_block{{{a_of(then), problem.lda, then.rows.size(), then.kc_block.size()},
                                     {c_of(then), problem.ldc, then.rows.size(), columns.size()}},
                                    algorithm.in_haste};
      const Following<T> following =
          algorithm.prefetches_rows_below ? Following<T>{{}, false, true} : next_block;
      tracer.note(TraceRecord::What::skinny, thread, now.rows, columns, now.kc_block);
      kernel.in_place(now.rows.size(), columns.size(), now.kc_block.size(), problem.alpha,
                      source_of_a(problem, now.rows.begin, now.kc_block.begin),
                      source_of_b(problem, columns.begin, now.kc_block.begin),
                      now.kc_block.begin == 0 ? problem.beta : T{1}, c_of(now), problem.ldc, &following);
    }
  }
}

}  // namespace numapack
