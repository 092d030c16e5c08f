#pragma once

#include <algorithm>

#include "kernel/kernel.hpp"

namespace numapack {

/// C[0:m, 0:n] = alpha A B + beta C on packed operands: loops 2 and 1 around the micro-kernel. A panel of B
/// (k x nr) stays in L1 while all panels of A (m x k, in L2) pass by.
template <class T>
void macro_kernel(const Kernel<T>& kernel, Index m, Index n, Index k, const T* panels_a, const T* panels_b,
                  T alpha, T beta, T* c, Index ldc) {
  const Index mr = kernel.shape.mr, nr = kernel.shape.nr;
  for (Index j = 0; j < n; j += nr) {
    const int columns = static_cast<int>(std::min(nr, n - j));
    for (Index i = 0; i < m; i += mr) {
      const int rows = static_cast<int>(std::min(mr, m - i));
      kernel.tile(k, panels_a + i * k, panels_b + j * k, alpha, beta, c + i + j * ldc, ldc, rows, columns);
    }
  }
}

}  // namespace numapack
