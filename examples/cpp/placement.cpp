// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <iostream>
#include <numapack/matrix.hpp>
#include <vector>

/// Matrices whose pages are where they should be, filled where they lie, copied, moved and looked at.
/// Prints: 512 512 512 1, then 23 23 23, then 1 1 1, then 1 1, then 1, then cyclic:64 rows:8 tiles:32x32,
/// then interleave weighted replicated, then 1 1 64 1.
int main() {
  using namespace numapack;
  constexpr std::int64_t n = 512;
  // Called from several threads at once: element (i, j) becomes i + 10 j.
  const auto fill = [](MatrixView<double> block, std::int64_t row, std::int64_t column) {
    for (std::int64_t j = 0; j < block.columns; ++j)
      for (std::int64_t i = 0; i < block.rows; ++i) block(i, j) = double(row + i) + 10.0 * double(column + j);
  };
  const MatrixOptions options{.placement = Placement::cyclic_columns(64), .pages = PageSize::ordinary};
  Matrix<double> a(n, n, options, fill), b(n, n);
  std::cout << a.rows() << ' ' << a.columns() << ' ' << a.leading() << ' '
            << (a.layout() == Layout::column_major) << '\n';
  b.distribute(fill);
  std::vector<double> memory(n * n);
  const MatrixView<double> anywhere{memory.data(), n, n, n};
  distribute(anywhere, Placement::interleave(), fill);
  std::cout << a.data()[3 + 2 * n] << ' ' << b.view()(3, 2) << ' ' << anywhere(3, 2) << '\n';
  // A copy on each node, and the one that is nearest.
  Matrix<double> copies = copy(a.view(), {.placement = Placement::replicated()});
  std::cout << (copies.copies() >= 1) << ' ' << (copies.nearest()(3, 2) == 23) << ' '
            << (copies.copy(0).leading == n) << '\n';
  copy(a.view(), anywhere, Placement::first_touch());
  const Migration result = migrate(anywhere, Placement::bind(0));
  std::cout << (result.there <= result.pages) << ' ' << (where(anywhere).pages > 0 && a.where().pages > 0)
            << '\n';
  std::cout << (map(a.view(), 2, 8).size() >= 16) << '\n';  // two lines of eight nodes
  std::cout << Placement::cyclic_columns(64).text() << ' ' << Placement::cyclic_rows(8).text() << ' '
            << Placement::tiles(32, 32).text() << '\n';
  std::cout << Placement::interleave().text() << ' ' << Placement::weighted().text() << ' '
            << Placement::replicated().text() << '\n';
  std::cout << (Placement::parse("preferred:0") == Placement::preferred(0)) << ' '
            << (Placement::local() == Placement::first_touch()) << ' ' << a.placement().column_block << ' '
            << (a.page_bytes() >= 4096 || !a.policy_refused().empty()) << '\n';
}
