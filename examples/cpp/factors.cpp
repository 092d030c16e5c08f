// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <iostream>
#include <numapack/lapack.hpp>
#include <numapack/numapack.hpp>
#include <numapack/qr.hpp>
#include <vector>

/// A x = b by LU, by Cholesky with the inverse, and least squares by QR. Prints: 1 2, then 1 2, then
/// 0.272727, then 1 2, then 1.
int main() {
  using namespace numapack;
  constexpr Layout layout = Layout::row_major;
  std::vector<double> a{4, 1, 1, 3}, b{6, 7}, s = a, t = b;
  std::vector<std::int64_t> pivots(2);
  try {
    if (getrf(layout, 2, 2, a.data(), 2, pivots.data()) != 0) return 1;
    getrs(layout, Transpose::none, 2, 1, a.data(), 2, pivots.data(), b.data(), 1);
    std::cout << b[0] << ' ' << b[1] << '\n';
    if (potrf(layout, Uplo::lower, 2, s.data(), 2) != 0) return 1;
    potrs(layout, Uplo::lower, 2, 1, s.data(), 2, t.data(), 1);
    std::cout << t[0] << ' ' << t[1] << '\n';
    if (potri(layout, Uplo::lower, 2, s.data(), 2) != 0) return 1;
    std::cout << s[0] << '\n';                                           // 3 / 11
    std::vector<double> m{1, 0, 0, 1, 1, 1}, r{1, 2, 3}, tau(2), q = m;  // three rows of two
    if (gels(layout, Transpose::none, 3, 2, 1, m.data(), 2, r.data(), 1) != 0) return 1;
    std::cout << r[0] << ' ' << r[1] << '\n';
    geqrf(layout, 3, 2, q.data(), 2, tau.data());
    orgqr(layout, 3, 2, 2, q.data(), 2, tau.data());
    const double length = q[0] * q[0] + q[2] * q[2] + q[4] * q[4];
    std::cout << (length > 0.999999 && length < 1.000001) << '\n';
  } catch (const Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
