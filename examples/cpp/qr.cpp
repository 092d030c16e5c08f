// SPDX-License-Identifier: BSD-3-Clause
#include <complex>
#include <iostream>
#include <numapack/qr.hpp>
#include <vector>

/// A = Q R of a column; the squares, since signs are a matter of taste, of R, Q^H A and Q, real and complex.
/// Prints: 25, then 25 1, then 0.36 0.64, then 25 1, then 0.36 0.64.
int main() {
  using namespace numapack;
  constexpr Layout layout = Layout::column_major;
  std::vector<double> a{3, 4}, c = a, tau(1);
  geqrf(layout, 2, 1, a.data(), 2, tau.data());
  std::cout << std::norm(a[0]) << '\n';
  ormqr(layout, Side::left, Transpose::transpose, 2, 1, 1, a.data(), 2, tau.data(), c.data(), 2);
  std::cout << std::norm(c[0]) << ' ' << (std::norm(c[1]) < 1e-24) << '\n';
  orgqr(layout, 2, 1, 1, a.data(), 2, tau.data());
  std::cout << std::norm(a[0]) << ' ' << std::norm(a[1]) << '\n';
  std::vector<std::complex<double>> z{3, {0, 4}}, w = z, factor(1);
  geqrf(layout, 2, 1, z.data(), 2, factor.data());
  unmqr(layout, Side::left, Transpose::conjugate_transpose, 2, 1, 1, z.data(), 2, factor.data(), w.data(), 2);
  std::cout << std::norm(w[0]) << ' ' << (std::norm(w[1]) < 1e-24) << '\n';
  ungqr(layout, 2, 1, 1, z.data(), 2, factor.data());
  std::cout << std::norm(z[0]) << ' ' << std::norm(z[1]) << '\n';
}
