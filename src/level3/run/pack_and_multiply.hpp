// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/packing.hpp"
#include "level3/run/macro_kernel.hpp"

namespace numapack {

/// Panels of a transposed B that are packed at a time: of each of its lines as much as they can use.
constexpr int row_panels = 4;

/// C[rows, columns] = alpha A[rows, slab] op(B)[slab, columns] + beta C for one thread, A packed already.
/// Each panel of B is packed by the first tile that uses it, where the kernel can (CL-013), or just before;
/// meanwhile the next is asked for: packing waits less for memory (CL-040). The slab is one kc at most;
/// panels_b gets all of B[slab, columns]; c is the first element, ldc its leading dimension.
template <class T>
void pack_and_multiply(const Kernel<T>& kernel, const Problem<T>& problem, Index rows, Range columns,
                       Range slab, const T* panels_a, T* panels_b, T alpha, T beta, T* c, Index ldc) {
  const Index mr = kernel.shape.mr, nr = kernel.shape.nr, depth = slab.size();
  const bool in_rows = transposes(problem.trans_b);
  const bool by_tile = kernel.packing_tile != nullptr && !in_rows && !conjugates(problem.trans_b);
  const Index width = in_rows ? Index{row_panels} * nr : nr;
  for (Index j = columns.begin; j < columns.end; j += width, c += width * ldc, panels_b += width * depth) {
    const Index now = std::min(width, columns.end - j), left = std::min(width, columns.end - j - now);
    const PackSource<T> source = source_of_b(problem, j, slab.begin);
    NextBlock<T> next;
    if (left > 0 && in_rows) next = {source.data + width, problem.ldb, left, depth};
    if (left > 0 && !in_rows) next = {source.data + width * problem.ldb, problem.ldb, depth, left};
    AskedFor<T> asked(next, depth);
    open_columns(c, ldc, std::min(nr, now));
    Index done = 0;
    if (by_tile && now == nr && rows >= mr) {
      kernel.packing_tile(depth, panels_a, source.data, problem.ldb, panels_b, alpha, beta, c, ldc,
                          asked.take(panels_a));
      done = mr;
    } else {
      kernel.pack_b(source, now, depth, panels_b);
    }
    if (done < rows)
      macro_kernel(kernel, rows - done, now, depth, panels_a + done * depth, panels_b, alpha, beta, c + done,
                   ldc, asked);
  }
}

}  // namespace numapack
