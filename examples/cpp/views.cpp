// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>
#include <numapack/views.hpp>
#include <vector>

void print(const numapack::MatrixView<const double>& of) {
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 2; ++column)
      std::cout << of(row, column) << (row * column == 1 ? '\n' : ' ');
}

/// Level 3 on views, of different layouts, too. Prints: 7 10 15 22, then 5 0 11 25, then 5 8 10 14, then
/// 1 2 15 22, then 1 2 3 4, then 4 2.
int main() {
  using namespace numapack;
  constexpr Transpose none = Transpose::none;
  const std::vector<double> stored{1, 2, 3, 4}, symmetric{2, 0, 1, 3};
  const MatrixView<const double> a{stored.data(), 2, 2, 2, Layout::row_major};
  const MatrixView<const double> s{symmetric.data(), 2, 2, 2, Layout::row_major};
  Matrix<double> c(2, 2), l(2, 2), p(2, 2, {.layout = Layout::row_major}), t(2, 2);  // column-major but p
  gemm(1, a, a, 0, c);
  print(c.view());
  syrk(Uplo::lower, none, 1, a, 0, l);  // one triangle; the other stays 0
  print(l.view());
  symm(Side::left, Uplo::lower, 1, s, a, 0, p);
  print(p.view());
  copy(a, t.view(), Placement::first_touch());
  trmm(Side::left, Uplo::lower, none, Diag::non_unit, 1, a, t);  // the lower triangle of A
  print(t.view());
  trsm(Side::left, Uplo::lower, none, Diag::non_unit, 1, a, t);  // and back
  print(t.view());
  // A block is a view; view_of() takes matrices, views and std::mdspan.
  const MatrixView<double> whole = view_of(t), corner = whole.block(1, 1, 1, 1);
  std::cout << corner(0, 0) << ' ' << whole.leading << '\n';
}
