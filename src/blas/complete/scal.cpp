// SPDX-License-Identifier: BSD-3-Clause
#include <complex>
#include <cstddef>

#include "blas/int.hpp"
#include "blas/leave.hpp"
#include "numapack/export.h"

// scal, x = alpha x. The library that is held computes, but where alpha is 0 or not a number it may (OpenBLAS
// before 0.3.27) write zeros, whatever was in x; LAPACK's own tests see that.
namespace numapack::standard {

namespace {

template <class T, class Alpha>
using Scal = Left<void(const Int*, const Alpha*, T*, const Int*)>;

constinit Scal<float, float> held_s("sscal_");
constinit Scal<double, double> held_d("dscal_");
constinit Scal<std::complex<float>, std::complex<float>> held_c("cscal_");
constinit Scal<std::complex<double>, std::complex<double>> held_z("zscal_");
constinit Scal<std::complex<float>, float> held_cs("csscal_");
constinit Scal<std::complex<double>, double> held_zd("zdscal_");

template <class T, class Alpha>
void scal(Scal<T, Alpha>& held, const Int* n, const Alpha* alpha, T* x, const Int* incx) {
  if (*alpha != Alpha{0} && *alpha == *alpha) return held(n, alpha, x, incx);
  if (*incx <= 0) return;
  for (std::ptrdiff_t i = 0; i < *n; ++i) x[i * *incx] *= *alpha;
}

}  // namespace

extern "C" {

NUMAPACK_API void sscal_(const Int* n, const float* alpha, float* x, const Int* incx) {
  scal(held_s, n, alpha, x, incx);
}
NUMAPACK_API void dscal_(const Int* n, const double* alpha, double* x, const Int* incx) {
  scal(held_d, n, alpha, x, incx);
}
NUMAPACK_API void cscal_(const Int* n, const std::complex<float>* alpha, std::complex<float>* x,
                         const Int* incx) {
  scal(held_c, n, alpha, x, incx);
}
NUMAPACK_API void zscal_(const Int* n, const std::complex<double>* alpha, std::complex<double>* x,
                         const Int* incx) {
  scal(held_z, n, alpha, x, incx);
}
NUMAPACK_API void csscal_(const Int* n, const float* alpha, std::complex<float>* x, const Int* incx) {
  scal(held_cs, n, alpha, x, incx);
}
NUMAPACK_API void zdscal_(const Int* n, const double* alpha, std::complex<double>* x, const Int* incx) {
  scal(held_zd, n, alpha, x, incx);
}

NUMAPACK_API void cblas_sscal(Int n, float alpha, float* x, Int incx) { sscal_(&n, &alpha, x, &incx); }
NUMAPACK_API void cblas_dscal(Int n, double alpha, double* x, Int incx) { dscal_(&n, &alpha, x, &incx); }
NUMAPACK_API void cblas_cscal(Int n, const void* alpha, void* x, Int incx) {
  cscal_(&n, static_cast<const std::complex<float>*>(alpha), static_cast<std::complex<float>*>(x), &incx);
}
NUMAPACK_API void cblas_zscal(Int n, const void* alpha, void* x, Int incx) {
  zscal_(&n, static_cast<const std::complex<double>*>(alpha), static_cast<std::complex<double>*>(x), &incx);
}
NUMAPACK_API void cblas_csscal(Int n, float alpha, void* x, Int incx) {
  csscal_(&n, &alpha, static_cast<std::complex<float>*>(x), &incx);
}
NUMAPACK_API void cblas_zdscal(Int n, double alpha, void* x, Int incx) {
  zdscal_(&n, &alpha, static_cast<std::complex<double>*>(x), &incx);
}
}

}  // namespace numapack::standard
