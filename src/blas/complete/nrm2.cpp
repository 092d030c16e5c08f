// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <cmath>
#include <complex>

#include "blas/int.hpp"
#include "blas/leave.hpp"
#include "numapack/export.h"

// nrm2 with increments that are not positive, for which OpenBLAS has 0: since 3.10 the reference takes the
// same numbers from the other end, and n times the first one where the increment is 0. The library that is
// held computes.
namespace numapack::standard {

namespace {

template <class T, class R>
using Nrm2 = R(const Int*, const T*, const Int*);

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
  return function(n, x, &increment);
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
