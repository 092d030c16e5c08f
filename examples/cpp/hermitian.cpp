// SPDX-License-Identifier: BSD-3-Clause
#include <complex>
#include <iostream>
#include <numapack/level2.hpp>
#include <numapack/level3.hpp>
#include <vector>

using Complex = std::complex<double>;

void print(const std::vector<Complex>& x) {
  // + 0: a zero may be -0.
  for (const Complex& z : x) std::cout << z + Complex(0, 0) << (&z == &x.back() ? '\n' : ' ');
}

/// Complex matrices; the factors of Hermitian updates are real. Only the lower triangle is read or written:
/// the element above the diagonal stays 0. Prints: (3,0) (0,4), then (2,0) (0,-1) (0,1) (3,0), then (0,-1)
/// (1,0) (1,0) (0,1), then (1,0) (0,0) (0,1) (1,0), then (0,0) (0,0) (2,0) (0,0), then (1,0) (0,0) (0,1)
/// (1,0), then (0,0) (0,0) (2,0) (0,0).
int main() {
  using namespace numapack;
  constexpr Layout layout = Layout::row_major;
  constexpr Uplo lower = Uplo::lower;
  constexpr Transpose as_is = Transpose::none;
  const Complex i(0, 1), one = 1, none = 0;
  const std::vector<Complex> h{2, 0, i, 3}, x{1, i}, y{i, 1}, unit{1, 0, 0, 1};
  std::vector<Complex> p(2), q(4), r(4), s(4), t(4), u(4), v(4);
  hemv(layout, lower, 2, one, h.data(), 2, x.data(), 1, none, p.data(), 1);
  print(p);  // H x
  hemm(layout, Side::left, lower, 2, 2, one, h.data(), 2, unit.data(), 2, none, q.data(), 2);
  print(q);  // H 1
  gerc(layout, 2, 2, one, x.data(), 1, y.data(), 1, r.data(), 2);
  print(r);  // x y^H
  her(layout, lower, 2, 1.0, x.data(), 1, s.data(), 2);
  print(s);  // x x^H
  her2(layout, lower, 2, one, x.data(), 1, y.data(), 1, t.data(), 2);
  print(t);  // x y^H + y x^H
  herk(layout, lower, as_is, 2, 1, 1.0, x.data(), 1, 0.0, u.data(), 2);
  print(u);
  her2k(layout, lower, as_is, 2, 1, one, x.data(), 1, y.data(), 1, 0.0, v.data(), 2);
  print(v);
}
