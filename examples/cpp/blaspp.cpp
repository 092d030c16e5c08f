// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <iostream>
#include <numapack/numapack.hpp>
#include <vector>

// Code that was written for BLAS++; this line is what changed.
namespace blas = numapack;

/// The largest difference between B and what trsm() finds again after trmm() with the factor of A^H A + I.
template <class T>
double round_trip(std::int64_t n) {
  std::vector<T> a(n * n), c(n * n), b(n, T(1));
  for (std::int64_t i = 0; i < n * n; ++i) a[i] = T(i * 7 % 11) - T(5);
  for (std::int64_t i = 0; i < n; ++i) c[i * n + i] = T(1);
  blas::herk(blas::Layout::ColMajor, blas::Uplo::Lower, blas::Op::ConjTrans, n, n, 1.0, a.data(), n, 1.0,
             c.data(), n);
  if (blas::potrf(blas::Layout::ColMajor, blas::Uplo::Lower, n, c.data(), n) != 0) return 1;
  blas::trmm(blas::Layout::ColMajor, blas::Side::Left, blas::Uplo::Lower, blas::Op::NoTrans,
             blas::Diag::NonUnit, n, 1, T(1), c.data(), n, b.data(), n);
  blas::trsm(blas::Layout::ColMajor, blas::Side::Left, blas::Uplo::Lower, blas::Op::NoTrans,
             blas::Diag::NonUnit, n, 1, T(1), c.data(), n, b.data(), n);
  double largest = 0;
  for (const T& element : b) largest = std::max(largest, std::abs(element - T(1)));
  return largest;
}

/// The same for real and for complex elements. Prints: 1 1.
int main() {
  std::cout << (round_trip<double>(100) < 1e-9) << ' ' << (round_trip<std::complex<double>>(100) < 1e-9)
            << '\n';
}
