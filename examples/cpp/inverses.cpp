// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <iostream>
#include <numapack/lapack.hpp>
#include <vector>

void print(const std::vector<double>& x) {
  for (const double& element : x) std::cout << element << (&element == &x.back() ? '\n' : ' ');
}

/// A x = b at once, by LU and by Cholesky, and what the factors give. Of symmetric and triangular matrices,
/// the lower triangle. Prints: 1 2, then 0.272727 -0.0909091 -0.0909091 0.363636, then 1 2, then 5 0 2 4,
/// then 0.5 0 -0.25 0.5, then 0.3125 0 -0.125 0.25.
int main() {
  using namespace numapack;
  constexpr Layout layout = Layout::row_major;
  constexpr Uplo lower = Uplo::lower;
  std::vector<double> a{4, 1, 1, 3}, b{6, 7}, s{4, 0, 2, 5}, t{8, 12};
  std::vector<std::int64_t> pivots(2);
  if (gesv(layout, 2, 1, a.data(), 2, pivots.data(), b.data(), 1) != 0) return 1;
  print(b);
  if (getri(layout, 2, a.data(), 2, pivots.data()) != 0) return 1;
  print(a);
  if (posv(layout, lower, 2, 1, s.data(), 2, t.data(), 1) != 0) return 1;
  print(t);
  // With L of A = L L^T: L^T L, the inverse of L, and that of A.
  std::vector<double> l = s, m = s;
  lauum(layout, lower, 2, l.data(), 2);
  print(l);
  if (trtri(layout, lower, Diag::non_unit, 2, m.data(), 2) != 0) return 1;
  print(m);
  if (potri(layout, lower, 2, s.data(), 2) != 0) return 1;
  print(s);
}
