#pragma once

#include <algorithm>

#include "base/integer.hpp"
#include "gemm/split.hpp"
#include "kernel/kernel.hpp"

namespace numapack {

/// C[0:m, 0:n] = alpha A B + beta C on packed operands: loops 2 and 1 around the micro-kernel. A panel of B
/// (k x nr) stays in L1 while all panels of A (m x k, in L2) pass by. Each tile brings its share of the next
/// panel of B into L2: without that the first tile on a panel waits for memory (4 % of the loop's rate at
/// k = 384, m = 240 on Cascade Lake).
template <class T>
void macro_kernel(const Kernel<T>& kernel, Index m, Index n, Index k, const T* panels_a, const T* panels_b,
                  T alpha, T beta, T* c, Index ldc) {
  const Index mr = kernel.shape.mr, nr = kernel.shape.nr;
  const Index share = divide(k * nr, divide_up(m, mr));  // of the next panel of B, for a tile to bring nearer
  for (Index j = 0; j < n; j += nr) {
    const int columns = static_cast<int>(std::min(nr, n - j));
    const T* ahead = panels_b + (j + nr < n ? j + nr : 0) * k;  // the next block of A starts over
    for (Index i = 0; i < m; i += mr, ahead += share) {
      const int rows = static_cast<int>(std::min(mr, m - i));
      kernel.tile(k, panels_a + i * k, panels_b + j * k, alpha, beta, c + i + j * ldc, ldc, rows, columns,
                  ahead);
    }
  }
}

}  // namespace numapack
