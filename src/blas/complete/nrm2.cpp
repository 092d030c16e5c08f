// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "blas/int.hpp"
#include "blas/leave.hpp"
#include "numapack/export.h"

// nrm2 with increments that are not positive, for which OpenBLAS has 0: since 3.10 the reference takes the
// same numbers from the other end, and n times the first one where the increment is 0. The library that is
// held computes; where it has NaN of numbers of which none is (OpenBLAS 0.3.21 of infinities and of numbers
// near the greatest), so does a loop.
namespace numapack::standard {

namespace {

template <class T, class R>
using Nrm2 = R(const Int*, const T*, const Int*);

template <class T>
double square(T x) {
  return double{x} * double{x};
}
template <class T>
double square(std::complex<T> x) {
  return square(x.real()) + square(x.imag());
}

/// Infinite if a number is, NaN if one is; else scaled by the largest part.
template <class T, class R>
R careful(Int n, const T* x, Int increment) {
  const auto largest_part = [](T value) {
    if constexpr (std::is_floating_point_v<T>)
      return std::fabs(value);
    else
      return std::fmax(std::fabs(value.real()), std::fabs(value.imag()));
  };
  R largest = 0;
  for (Int i = 0; i < n; ++i) {
    const T value = x[std::ptrdiff_t{i} * increment];
    if (square(value) != square(value)) return std::numeric_limits<R>::quiet_NaN();
    largest = std::fmax(largest, largest_part(value));
  }
  if (largest == 0 || std::isinf(largest)) return largest;
  double sum = 0;
  for (Int i = 0; i < n; ++i) sum += square(x[std::ptrdiff_t{i} * increment] / largest);
  return static_cast<R>(largest * std::sqrt(sum));
}

template <class T, class R>
R nrm2(const char* name, std::atomic<Nrm2<T, R>*>& held, const Int* n, const T* x, const Int* incx) {
  if (*n <= 0) return 0;
  if (*incx == 0) return std::abs(*x) * std::sqrt(R(*n));
  Nrm2<T, R>* function = held.load(std::memory_order_relaxed);
  if (function == nullptr) {
    function = reinterpret_cast<Nrm2<T, R>*>(find_held(name));
    held.store(function, std::memory_order_relaxed);
  }
  const Int increment = *incx < 0 ? -*incx : *incx;
  const R norm = function(n, x, &increment);
  return norm == norm ? norm : careful<T, R>(*n, x, increment);
}

using C = std::complex<float>;
using Z = std::complex<double>;
constinit std::atomic<Nrm2<float, float>*> nrm2_s{nullptr};
constinit std::atomic<Nrm2<double, double>*> nrm2_d{nullptr};
constinit std::atomic<Nrm2<C, float>*> nrm2_c{nullptr};
constinit std::atomic<Nrm2<Z, double>*> nrm2_z{nullptr};

}  // namespace

extern "C" {

NUMAPACK_API float snrm2_(const Int* n, const float* x, const Int* incx) {
  return nrm2("snrm2_", nrm2_s, n, x, incx);
}
NUMAPACK_API double dnrm2_(const Int* n, const double* x, const Int* incx) {
  return nrm2("dnrm2_", nrm2_d, n, x, incx);
}
NUMAPACK_API float scnrm2_(const Int* n, const void* x, const Int* incx) {
  return nrm2("scnrm2_", nrm2_c, n, static_cast<const C*>(x), incx);
}
NUMAPACK_API double dznrm2_(const Int* n, const void* x, const Int* incx) {
  return nrm2("dznrm2_", nrm2_z, n, static_cast<const Z*>(x), incx);
}

NUMAPACK_API float cblas_snrm2(Int n, const float* x, Int incx) { return snrm2_(&n, x, &incx); }
NUMAPACK_API double cblas_dnrm2(Int n, const double* x, Int incx) { return dnrm2_(&n, x, &incx); }
NUMAPACK_API float cblas_scnrm2(Int n, const void* x, Int incx) { return scnrm2_(&n, x, &incx); }
NUMAPACK_API double cblas_dznrm2(Int n, const void* x, Int incx) { return dznrm2_(&n, x, &incx); }
}

}  // namespace numapack::standard
