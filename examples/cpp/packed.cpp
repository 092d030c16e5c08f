// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>
#include <numapack/packed.hpp>
#include <vector>

/// A is laid out once and multiplied by two others; a copy has its own memory. Prints: 17 39, then 3 7, then
/// 2 2 1 1, then 1 1.
int main() {
  using namespace numapack;
  const std::vector<double> a{1, 2, 3, 4}, x{5, 6}, y{1, 1};  // A: two rows of two
  std::vector<double> c(2);
  const Packed<double> packed(Layout::row_major, Factor::a, Transpose::none, 2, 2, a.data(), 2);
  gemm(packed, Transpose::none, 1, 1.0, x.data(), 1, 0.0, c.data(), 1);
  std::cout << c[0] << ' ' << c[1] << '\n';
  const Packed<double> other = packed.copy();
  gemm(other, Transpose::none, 1, 1.0, y.data(), 1, 0.0, c.data(), 1);
  std::cout << c[0] << ' ' << c[1] << '\n';
  std::cout << other.rows() << ' ' << other.columns() << ' ' << (other.layout() == Layout::row_major) << ' '
            << (other.factor() == Factor::a) << '\n';
  const Census pages = packed.where();
  std::cout << (packed.bytes() > 0) << ' ' << (pages.pages > 0) << '\n';
}
