// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>
#include <numapack/level3.hpp>
#include <vector>

using Matrix = std::vector<double>;  // two rows of two

void print(const Matrix& c) { std::cout << c[0] << ' ' << c[1] << ' ' << c[2] << ' ' << c[3] << '\n'; }

/// Products with structure. Only the lower triangle is read or written: the element above the diagonal stays
/// 0. Prints: 7 10 15 22, then 5 0 11 25, then 1 2, then 5 8 10 14, then 2 0 5 8, then 7 0 15 22, then 1 2 15
/// 22.
int main() {
  using namespace numapack;
  constexpr Layout layout = Layout::row_major;
  constexpr Transpose none = Transpose::none;
  const Matrix a{1, 2, 3, 4}, one{1, 0, 0, 1}, s{2, 0, 1, 3};
  Matrix c(4), l(4), p(4), q(4), r(4), t = a, b{5, 61};
  gemm(layout, none, none, 2, 2, 2, 1.0, a.data(), 2, a.data(), 2, 0.0, c.data(), 2);
  print(c);
  // The lower triangle of L = A A^T, then X of L X = B.
  syrk(layout, Uplo::lower, none, 2, 2, 1.0, a.data(), 2, 0.0, l.data(), 2);
  print(l);
  trsm(layout, Side::left, Uplo::lower, none, Diag::non_unit, 2, 1, 1.0, l.data(), 2, b.data(), 1);
  std::cout << b[0] << ' ' << b[1] << '\n';
  // S A, where S is symmetric with this lower triangle.
  symm(layout, Side::left, Uplo::lower, 2, 2, 1.0, s.data(), 2, a.data(), 2, 0.0, p.data(), 2);
  print(p);
  // The lower triangles of A 1^T + 1 A^T and of A A.
  syr2k(layout, Uplo::lower, none, 2, 2, 1.0, a.data(), 2, one.data(), 2, 0.0, q.data(), 2);
  print(q);
  gemmt(layout, Uplo::lower, none, none, 2, 2, 1.0, a.data(), 2, a.data(), 2, 0.0, r.data(), 2);
  print(r);
  // The lower triangle of A times T, in place of T.
  trmm(layout, Side::left, Uplo::lower, none, Diag::non_unit, 2, 2, 1.0, a.data(), 2, t.data(), 2);
  print(t);
}
