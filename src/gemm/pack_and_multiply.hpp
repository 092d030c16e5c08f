#pragma once

#include "gemm/macro_kernel.hpp"
#include "gemm/packing.hpp"

namespace numapack {

/// C[rows, columns] = alpha A[rows, slab] op(B)[slab, columns] + beta C for one thread, A packed already.
/// Each panel of B is packed by the first tile that uses it, where the kernel can, or just before; meanwhile
/// the next is asked for: packing waits less for memory (Cascade Lake, d, one thread: packed just before, n =
/// 256 and 512 1.02, 64 x 16384 k = 1024 1.12 of the rate; by the tile, 256, 512 and 1024 1.02 of that). The
/// slab is one kc at most; panels_b gets all of B[slab, columns]; c is the first element, ldc its leading
/// dimension.
template <class T>
void pack_and_multiply(const Kernel<T>& kernel, const Problem<T>& problem, Index rows, Range columns,
                       Range slab, const T* panels_a, T* panels_b, T alpha, T beta, T* c, Index ldc) {
  const Index mr = kernel.shape.mr, nr = kernel.shape.nr, depth = slab.size();
  constexpr auto element = static_cast<Index>(sizeof(T));
  const bool in_columns = !transposes(problem.trans_b);
  const bool by_tile = kernel.packing_tile != nullptr && in_columns && !conjugates(problem.trans_b);
  for (Index j = columns.begin; j < columns.end; j += nr, c += nr * ldc, panels_b += nr * depth) {
    const Index now = std::min(nr, columns.end - j), left = columns.end - j - now;
    NextBlock<T> next;
    if (left > 0 && in_columns)
      next = {problem.b + slab.begin + (j + nr) * problem.ldb, problem.ldb, depth, std::min(nr, left)};
    open_columns(c, ldc, now);
    Index done = 0;
    if (by_tile && now == nr && rows >= mr) {
      kernel.packing_tile(depth, panels_a, problem.b + slab.begin + j * problem.ldb, problem.ldb, panels_b,
                          alpha, beta, c, ldc, {next.data, next.leading * element});
      const Index asked = ahead_bytes(depth) / element;
      next.data += asked;
      next.rows -= asked;
      done = mr;
    } else {
      kernel.pack_b(source_of_b(problem, j, slab.begin), now, depth, panels_b);
    }
    if (done < rows)
      macro_kernel(kernel, rows - done, now, depth, panels_a + done * depth, panels_b, alpha, beta, c + done,
                   ldc, next);
  }
}

}  // namespace numapack
