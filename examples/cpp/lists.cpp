// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cstdint>
#include <iostream>
#include <numapack/batch.hpp>

/// Batches by lists of addresses, wherever the problems are: two of 1 x 1 here. Prints: 10 40, then 5 10,
/// then 2 4, then 2 5 0 0, then 9 25.
int main() {
  using namespace numapack;
  constexpr Layout layout = Layout::row_major;
  constexpr Transpose none = Transpose::none;
  constexpr Side side = Side::left;
  constexpr Uplo lower = Uplo::lower;
  constexpr Diag diagonal = Diag::non_unit;
  constexpr std::int64_t unit = 1, two = 2;
  const double a[] = {2, 4}, b[] = {5, 10}, one = 1, zero = 0;
  double c[2], s[] = {4, 16}, l[] = {2, 5}, q[] = {3, 5}, tau[2];
  std::int64_t pivots[2], infos[2];
  const std::array as{a, a + 1}, bs{b, b + 1};
  const std::array cs{c, c + 1}, ss{s, s + 1}, ls{l, l + 1}, qs{q, q + 1}, taus{tau, tau + 1};
  const std::array rows{pivots, pivots + 1};
  // One group of two problems.
  gemm_batch(layout, &none, &none, &unit, &unit, &unit, &one, as.data(), &unit, bs.data(), &unit, &zero,
             cs.data(), &unit, 1, &two);
  std::cout << c[0] << ' ' << c[1] << '\n';
  trsm_batch(layout, &side, &lower, &none, &diagonal, &unit, &unit, &one, as.data(), &unit, cs.data(), &unit,
             1, &two);
  std::cout << c[0] << ' ' << c[1] << '\n';
  potrf_batch(layout, lower, 1, ss.data(), 1, 2, infos);
  std::cout << s[0] << ' ' << s[1] << '\n';
  getrf_batch(layout, 1, 1, ls.data(), 1, rows.data(), 2, infos);
  std::cout << l[0] << ' ' << l[1] << ' ' << infos[0] << ' ' << infos[1] << '\n';
  geqrf_batch(layout, 1, 1, qs.data(), 1, taus.data(), 2);
  std::cout << q[0] * q[0] << ' ' << q[1] * q[1] << '\n';  // the sign of R is a matter of taste
}
