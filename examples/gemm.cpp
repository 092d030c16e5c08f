// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <iostream>
#include <numapack/numapack.hpp>
#include <vector>

/// C = A B. Prints: 2000 2000.
int main() {
  using namespace numapack;
  const std::int64_t n = 1000;
  std::vector<double> a(n * n, 1.0), b(n * n, 2.0), c(n * n);
  gemm(Layout::column_major, Transpose::none, Transpose::none, n, n, n, 1.0, a.data(), n, b.data(), n, 0.0,
       c.data(), n);
  std::cout << c[0] << " " << c[n * n - 1] << "\n";
}
