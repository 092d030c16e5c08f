// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>
#include <numapack/level2.hpp>
#include <vector>

void print(const std::vector<double>& x) {
  for (const double& element : x) std::cout << element << (&element == &x.back() ? '\n' : ' ');
}

/// Matrices and vectors; of symmetric and triangular matrices, the lower triangle is read and written.
/// Prints: 5 11, then 4 7, then 2 7, then 1 2, then 3 4 6 8, then 1 0 2 4, then 6 0 10 16.
int main() {
  using namespace numapack;
  constexpr Layout layout = Layout::row_major;
  constexpr Transpose none = Transpose::none;
  const std::vector<double> a{1, 2, 3, 4}, s{2, 0, 1, 3}, x{1, 2}, y{3, 4};
  std::vector<double> p(2), q(2), t = x, outer(4), square(4), both(4);
  gemv(layout, none, 2, 2, 1.0, a.data(), 2, x.data(), 1, 0.0, p.data(), 1);
  print(p);  // A x
  symv(layout, Uplo::lower, 2, 1.0, s.data(), 2, x.data(), 1, 0.0, q.data(), 1);
  print(q);  // S x with a symmetric S
  trmv(layout, Uplo::lower, none, Diag::non_unit, 2, s.data(), 2, t.data(), 1);
  print(t);  // L t in place of t
  trsv(layout, Uplo::lower, none, Diag::non_unit, 2, s.data(), 2, t.data(), 1);
  print(t);  // and back: z of L z = t
  ger(layout, 2, 2, 1.0, x.data(), 1, y.data(), 1, outer.data(), 2);
  print(outer);  // + x y^T
  syr(layout, Uplo::lower, 2, 1.0, x.data(), 1, square.data(), 2);
  print(square);  // + x x^T
  syr2(layout, Uplo::lower, 2, 1.0, x.data(), 1, y.data(), 1, both.data(), 2);
  print(both);  // + x y^T + y x^T
}
