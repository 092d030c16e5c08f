// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <iostream>
#include <numapack/sparse.hpp>
#include <vector>

/// A sparse matrix with rows (1, 0, 2) and (0, 3, 0), laid out once for many products, and multiplied once as
/// it lies. Prints: 201 30, then 402 60, then 2 3 3, then 2 1 1.
int main() {
  using namespace numapack;
  const std::vector<std::int32_t> starts{0, 2, 3}, indices{0, 2, 1};
  const std::vector<double> values{1, 2, 3}, x{1, 10, 100};
  std::vector<double> y(2);
  const CsrView<double, std::int32_t> view{2, 3, starts.data(), indices.data(), values.data()};
  const Csr<double> matrix(view);
  spmv(matrix, 1.0, x.data(), 0.0, y.data());
  std::cout << y[0] << ' ' << y[1] << '\n';
  spmv(view, 1.0, x.data(), 1.0, y.data());  // y += A x
  std::cout << y[0] << ' ' << y[1] << '\n';
  std::cout << matrix.rows() << ' ' << matrix.columns() << ' ' << matrix.elements() << '\n';
  std::int64_t rows = 0;
  for (const CsrPart& part : matrix.parts()) rows += part.rows;
  const Census pages = matrix.where();
  std::cout << rows << ' ' << (matrix.bytes() > 0) << ' ' << (pages.pages > 0) << '\n';
}
