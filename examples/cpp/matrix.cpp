// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <iostream>
#include <numapack/level3.hpp>
#include <numapack/matrix.hpp>
#include <numapack/memory.hpp>
#include <numapack/views.hpp>
#include <vector>

/// Matrices with a placement, and memory for containers. Prints: 512, then 512 512, then 1 1.
int main() {
  using namespace numapack;
  constexpr std::int64_t n = 512;
  Matrix<double> a(n, n, {.placement = Placement::parse("cyclic:64")}), b(n, n), c(n, n);
  const MatrixView<double> of_a = a.view(), of_b = b.view(), of_c = c.view();
  for (std::int64_t column = 0; column < n; ++column)
    for (std::int64_t row = 0; row < n; ++row) of_a(row, column) = of_b(row, column) = 1;
  gemm(1, a, b, 0, c);
  std::cout << of_c(3, 4) << '\n';
  syrk(Uplo::lower, Transpose::none, 1, a, 0, c);
  std::cout << of_c(0, 0) << ' ' << of_c(n - 1, 0) << '\n';
  std::vector<double, allocator<double>> values(100'000, 1.0,
                                                allocator<double>(Placement::parse("interleave")));
  const Census pages = where(values.data(), values.size() * sizeof(double));
  std::cout << (pages.pages > 0) << ' ' << values.back() << '\n';
}
