#pragma once

#include "gemm/macro_kernel.hpp"
#include "gemm/packing.hpp"

namespace numapack {

/// C[rows, columns] = alpha A[rows, slab] op(B)[slab, columns] + beta C for one thread, A packed already.
/// Each panel of B is packed just before its first use, and the next asked for while it is multiplied:
/// packing waits less for memory (Cascade Lake, d: n = 256 and 512 1.02, 64 x 16384 k = 1024 1.12 of the
/// rate). The slab is one kc at most; panels_b gets all of B[slab, columns]; c is the first element, ldc its
/// leading dimension.
template <class T>
void pack_and_multiply(const Kernel<T>& kernel, const Problem<T>& problem, Index rows, Range columns,
                       Range slab, const T* panels_a, T* panels_b, T alpha, T beta, T* c, Index ldc) {
  const Index nr = kernel.shape.nr, depth = slab.size();
  for (Index j = columns.begin; j < columns.end; j += nr, c += nr * ldc, panels_b += nr * depth) {
    const Index now = std::min(nr, columns.end - j), left = columns.end - j - now;
    open_columns(c, ldc, now);
    kernel.pack_b(source_of_b(problem, j, slab.begin), now, depth, panels_b);
    NextBlock<T> next;
    if (left > 0 && !transposes(problem.trans_b))
      next = {problem.b + slab.begin + (j + nr) * problem.ldb, problem.ldb, depth, std::min(nr, left)};
    macro_kernel(kernel, rows, now, depth, panels_a, panels_b, alpha, beta, c, ldc, next);
  }
}

}  // namespace numapack
