// SPDX-License-Identifier: BSD-3-Clause
// Views of a real std::mdspan, which takes C++23 and a library that has it: scripts/test-compilers.sh builds
// this with libc++ and runs it. numapack is not linked, since it has the other standard library's strings:
// its gemm is three loops here.

#include <array>
#include <cstdio>
#include <mdspan>

#include "numapack/views.hpp"

namespace numapack {

template <>
void gemm<double>(Layout layout, Transpose trans_a, Transpose trans_b, std::int64_t m, std::int64_t n,
                  std::int64_t k, double alpha, const double* a, std::int64_t lda, const double* b,
                  std::int64_t ldb, double beta, double* c, std::int64_t ldc) {
  const auto at = [&](std::int64_t i, std::int64_t j, std::int64_t leading, bool transposes) {
    if (transposes) std::swap(i, j);
    return layout == Layout::column_major ? i + j * leading : i * leading + j;
  };
  const bool of_a = trans_a == Transpose::transpose, of_b = trans_b == Transpose::transpose;
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::int64_t s = 0; s < k; ++s) sum += a[at(i, s, lda, of_a)] * b[at(s, j, ldb, of_b)];
      double& to = c[at(i, j, ldc, false)];
      to = alpha * sum + beta * to;
    }
}

namespace {

using Extents = std::dextents<std::size_t, 2>;
int failed = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("wrong: %s\n", what);
  ++failed;
}

template <class A, class B, class C>
void expect_product(const A& a, const B& b, const C& c, const char* what) {
  for (std::size_t i = 0; i < c.extent(0); ++i)
    for (std::size_t j = 0; j < c.extent(1); ++j) c[i, j] = 1;
  gemm(2.0, a, b, 1.0, c);
  bool right = true;
  for (std::size_t i = 0; i < c.extent(0); ++i)
    for (std::size_t j = 0; j < c.extent(1); ++j) {
      double sum = 0;
      for (std::size_t s = 0; s < a.extent(1); ++s) sum += a[i, s] * b[s, j];
      right = right && c[i, j] == 2 * sum + 1;
    }
  expect(right, what);
}

void products() {
  std::array<double, 200> store_a, store_b, store_c;
  for (std::size_t i = 0; i < store_a.size(); ++i) store_a[i] = double(i % 7), store_b[i] = double(i % 5) - 2;
  const std::mdspan<double, Extents, std::layout_right> a(store_a.data(), 5, 4);
  const std::mdspan<const double, Extents, std::layout_left> b(store_b.data(), 4, 6);
  const std::mdspan<double, std::extents<std::size_t, 5, 6>, std::layout_left> c(store_c.data());
  expect_product(a, b, c, "rows times columns");
  const std::layout_stride::mapping<Extents> by_columns(Extents(5, 6), std::array<std::size_t, 2>{1, 9});
  const std::mdspan<double, Extents, std::layout_stride> wide(store_c.data(), by_columns);
  expect_product(a, b, wide, "into columns that are farther apart");
  const std::layout_stride::mapping<Extents> by_rows(Extents(5, 6), std::array<std::size_t, 2>{11, 1});
  expect_product(a, b, std::mdspan<double, Extents, std::layout_stride>(store_c.data(), by_rows),
                 "into rows that are farther apart");
}

void refusals() {
  std::array<double, 200> store{};
  const std::layout_stride::mapping<Extents> neither(Extents(5, 6), std::array<std::size_t, 2>{2, 20});
  const std::mdspan<double, Extents, std::layout_stride> apart(store.data(), neither);
  const std::mdspan<double, Extents> c(store.data(), 5, 5);
  for (const bool unequal : {false, true}) {
    try {
      if (unequal)
        gemm(1.0, c, std::mdspan<double, Extents>(store.data(), 6, 5), 0.0, c);
      else
        gemm(1.0, apart, c, 0.0, c);
      expect(false, unequal ? "sizes that do not fit are refused" : "two steps that are not 1 are refused");
    } catch (const Error& error) {
      expect(error.code() == ErrorCode::invalid_argument, "the refusal's code");
    }
  }
}

}  // namespace
}  // namespace numapack

int main() {
  numapack::products();
  numapack::refusals();
  if (numapack::failed == 0) std::puts("views of std::mdspan: right");
  return numapack::failed;
}
