// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <iostream>
#include <numapack/batch.hpp>
#include <vector>

template <class T>
void print(const std::vector<T>& x) {
  for (const T& element : x) std::cout << element << (&element == &x.back() ? '\n' : ' ');
}

/// Many small problems in one call, by strides: two of 1 x 1 here. Prints: 10 40, then 5 10, then 2 4, then
/// 3 2, then 2 5, then 0 0, then 6 3, then 0.5 0.2, then 9 25, then 1 1.
int main() {
  using namespace numapack;
  constexpr Layout layout = Layout::row_major;
  constexpr Transpose none = Transpose::none;
  const std::vector<double> a{2, 4}, b{5, 10};
  std::vector<double> c(2), s{4, 16}, t{12, 32}, l{2, 5}, r{12, 15}, q{3, 5}, tau(2);
  std::vector<std::int64_t> pivots(2), infos(2);
  gemm_batch_strided(layout, none, none, 1, 1, 1, 1.0, a.data(), 1, 1, b.data(), 1, 1, 0.0, c.data(), 1, 1,
                     2);
  print(c);
  trsm_batch_strided(layout, Side::left, Uplo::lower, none, Diag::non_unit, 1, 1, 1.0, a.data(), 1, 1,
                     c.data(), 1, 1, 2);
  print(c);
  // By Cholesky.
  potrf_batch_strided(layout, Uplo::lower, 1, s.data(), 1, 1, 2, infos.data());
  print(s);
  potrs_batch_strided(layout, Uplo::lower, 1, 1, s.data(), 1, 1, t.data(), 1, 1, 2);
  print(t);
  // By LU, and the inverses.
  getrf_batch_strided(layout, 1, 1, l.data(), 1, 1, pivots.data(), 1, 2, infos.data());
  print(l);
  print(infos);
  getrs_batch_strided(layout, none, 1, 1, l.data(), 1, 1, pivots.data(), 1, r.data(), 1, 1, 2);
  print(r);
  getri_batch_strided(layout, 1, l.data(), 1, 1, pivots.data(), 1, 2, infos.data());
  print(l);
  // Q and R are +1 or -1 and what that leaves.
  geqrf_batch_strided(layout, 1, 1, q.data(), 1, 1, tau.data(), 1, 2);
  std::cout << q[0] * q[0] << ' ' << q[1] * q[1] << '\n';
  orgqr_batch_strided(layout, 1, 1, 1, q.data(), 1, 1, tau.data(), 1, 2);
  std::cout << q[0] * q[0] << ' ' << q[1] * q[1] << '\n';
}
