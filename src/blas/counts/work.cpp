// SPDX-License-Identifier: BSD-3-Clause
#include "blas/counts/work.hpp"

#include <algorithm>
#include <cmath>

namespace numapack::standard {

namespace {

/// Of a QR factorisation of m x n, or of an LQ one.
double factor(double m, double n) {
  const double less = std::min(m, n);
  return less * less * (std::max(m, n) - less / 3);
}

/// k reflectors of `order` elements on so many other lines.
double reflect(double order, double lines, double k) { return lines * k * (2 * order - k); }

}  // namespace

double multiply_adds(const Work& work) {
  const auto m = double(work.m), n = double(work.n), k = double(work.k);
  switch (work.routine) {
    case Routine::gemm:
    case Routine::symm:
    case Routine::hemm:
    case Routine::getrs:
    case Routine::potrs:
      return m * n * k;
    case Routine::gemmt:
    case Routine::syrk:
    case Routine::herk:
      return n * (n + 1) / 2 * k;
    case Routine::syr2k:
    case Routine::her2k:
      return n * (n + 1) * k;
    case Routine::trmm:
    case Routine::trsm:
      return m * n * k / 2;
    case Routine::gemv:
    case Routine::ger:
    case Routine::symv:
    case Routine::hemv:
    case Routine::syr2:
    case Routine::her2:
      return m * n;
    case Routine::trmv:
    case Routine::trsv:
    case Routine::syr:
    case Routine::her:
      return m * n / 2;
    case Routine::getrf:
      return m * n * k - (m + n) * k * k / 2 + k * k * k / 3;
    case Routine::gesv:
      return m * m * m / 3 + m * m * n;
    case Routine::posv:
      return m * m * m / 6 + m * m * n;
    case Routine::getri:
      return n * n * n * 2 / 3;
    case Routine::potri:
      return n * n * n / 3;
    case Routine::potrf:
    case Routine::trtri:
    case Routine::lauum:
      return n * n * n / 6;
    case Routine::geqrf:
      return factor(m, n);
    case Routine::ormqr:
      return (work.letters[0] & ~0x20) == 'R' ? reflect(n, m, k) : reflect(m, n, k);
    case Routine::orgqr:
      return 2 * m * n * k - (m + n) * k * k + k * k * k * 2 / 3;
    case Routine::gels:
      return factor(m, n) + reflect(std::max(m, n), k, std::min(m, n)) +
             std::min(m, n) * std::min(m, n) * k / 2;
    case Routine::count:
      break;
  }
  return 0;
}

int size_class(double multiply_adds) {
  if (!(multiply_adds >= 8)) return 0;
  // Half a unit more, so that 64^3 has the size 64, not a little less.
  const double size = std::cbrt(multiply_adds + 0.5);
  return std::min(size_classes - 1, std::ilogb(size));
}

}  // namespace numapack::standard
