// SPDX-License-Identifier: BSD-3-Clause
#include "api/c/letters.hpp"
#include "api/c/status.hpp"
#include "level3/call/problem.hpp"
#include "numapack/level2.hpp"

namespace {

using namespace numapack;               // NOLINT
using namespace numapack::c_interface;  // NOLINT

/// trmv and trsv.
template <class T, class Routine>
numapack_status triangle(const char* name, Routine routine, numapack_layout layout, char uplo, char trans,
                         char diag, int64_t n, const void* a, int64_t lda, void* x, int64_t incx) {
  return call(no_memory_for_vector, [&] {
    routine(layout_of(layout), uplo_of(name, uplo), parse_transpose(trans), diag_of(name, diag), n,
            input<T>(a), lda, static_cast<T*>(x), incx);
  });
}

/// syr and her, whose alpha is real.
template <class T, class Routine, class Real>
numapack_status rank_one(const char* name, Routine routine, numapack_layout layout, char uplo, int64_t n,
                         Real alpha, const void* x, int64_t incx, void* a, int64_t lda) {
  return call(no_memory_for_vector, [&] {
    routine(layout_of(layout), uplo_of(name, uplo), n, alpha, input<T>(x), incx, static_cast<T*>(a), lda);
  });
}

/// syr2 and her2.
template <class T, class Routine, class Scalar>
numapack_status rank_two(const char* name, Routine routine, numapack_layout layout, char uplo, int64_t n,
                         Scalar alpha, const void* x, int64_t incx, const void* y, int64_t incy, void* a,
                         int64_t lda) {
  return call(no_memory_for_vector, [&] {
    routine(layout_of(layout), uplo_of(name, uplo), n, scalar<T>(name, "alpha", alpha), input<T>(x), incx,
            input<T>(y), incy, static_cast<T*>(a), lda);
  });
}

}  // namespace

numapack_status numapack_strmv(numapack_layout layout, char uplo, char trans, char diag, int64_t n,
                               const float* a, int64_t lda, float* x, int64_t incx) {
  return triangle<float>("trmv", trmv<float>, layout, uplo, trans, diag, n, a, lda, x, incx);
}

numapack_status numapack_strsv(numapack_layout layout, char uplo, char trans, char diag, int64_t n,
                               const float* a, int64_t lda, float* x, int64_t incx) {
  return triangle<float>("trsv", trsv<float>, layout, uplo, trans, diag, n, a, lda, x, incx);
}

numapack_status numapack_ssyr(numapack_layout layout, char uplo, int64_t n, float alpha, const float* x,
                              int64_t incx, float* a, int64_t lda) {
  return rank_one<float>("syr", syr<float>, layout, uplo, n, alpha, x, incx, a, lda);
}

numapack_status numapack_ssyr2(numapack_layout layout, char uplo, int64_t n, float alpha, const float* x,
                               int64_t incx, const float* y, int64_t incy, float* a, int64_t lda) {
  return rank_two<float>("syr2", syr2<float>, layout, uplo, n, alpha, x, incx, y, incy, a, lda);
}

numapack_status numapack_dtrmv(numapack_layout layout, char uplo, char trans, char diag, int64_t n,
                               const double* a, int64_t lda, double* x, int64_t incx) {
  return triangle<double>("trmv", trmv<double>, layout, uplo, trans, diag, n, a, lda, x, incx);
}

numapack_status numapack_dtrsv(numapack_layout layout, char uplo, char trans, char diag, int64_t n,
                               const double* a, int64_t lda, double* x, int64_t incx) {
  return triangle<double>("trsv", trsv<double>, layout, uplo, trans, diag, n, a, lda, x, incx);
}

numapack_status numapack_dsyr(numapack_layout layout, char uplo, int64_t n, double alpha, const double* x,
                              int64_t incx, double* a, int64_t lda) {
  return rank_one<double>("syr", syr<double>, layout, uplo, n, alpha, x, incx, a, lda);
}

numapack_status numapack_dsyr2(numapack_layout layout, char uplo, int64_t n, double alpha, const double* x,
                               int64_t incx, const double* y, int64_t incy, double* a, int64_t lda) {
  return rank_two<double>("syr2", syr2<double>, layout, uplo, n, alpha, x, incx, y, incy, a, lda);
}

numapack_status numapack_ctrmv(numapack_layout layout, char uplo, char trans, char diag, int64_t n,
                               const void* a, int64_t lda, void* x, int64_t incx) {
  return triangle<std::complex<float>>("trmv", trmv<std::complex<float>>, layout, uplo, trans, diag, n, a,
                                       lda, x, incx);
}

numapack_status numapack_ctrsv(numapack_layout layout, char uplo, char trans, char diag, int64_t n,
                               const void* a, int64_t lda, void* x, int64_t incx) {
  return triangle<std::complex<float>>("trsv", trsv<std::complex<float>>, layout, uplo, trans, diag, n, a,
                                       lda, x, incx);
}

numapack_status numapack_cher(numapack_layout layout, char uplo, int64_t n, float alpha, const void* x,
                              int64_t incx, void* a, int64_t lda) {
  return rank_one<std::complex<float>>("her", her<std::complex<float>>, layout, uplo, n, alpha, x, incx, a,
                                       lda);
}

numapack_status numapack_cher2(numapack_layout layout, char uplo, int64_t n, const void* alpha, const void* x,
                               int64_t incx, const void* y, int64_t incy, void* a, int64_t lda) {
  return rank_two<std::complex<float>>("her2", her2<std::complex<float>>, layout, uplo, n, alpha, x, incx, y,
                                       incy, a, lda);
}

numapack_status numapack_ztrmv(numapack_layout layout, char uplo, char trans, char diag, int64_t n,
                               const void* a, int64_t lda, void* x, int64_t incx) {
  return triangle<std::complex<double>>("trmv", trmv<std::complex<double>>, layout, uplo, trans, diag, n, a,
                                        lda, x, incx);
}

numapack_status numapack_ztrsv(numapack_layout layout, char uplo, char trans, char diag, int64_t n,
                               const void* a, int64_t lda, void* x, int64_t incx) {
  return triangle<std::complex<double>>("trsv", trsv<std::complex<double>>, layout, uplo, trans, diag, n, a,
                                        lda, x, incx);
}

numapack_status numapack_zher(numapack_layout layout, char uplo, int64_t n, double alpha, const void* x,
                              int64_t incx, void* a, int64_t lda) {
  return rank_one<std::complex<double>>("her", her<std::complex<double>>, layout, uplo, n, alpha, x, incx, a,
                                        lda);
}

numapack_status numapack_zher2(numapack_layout layout, char uplo, int64_t n, const void* alpha, const void* x,
                               int64_t incx, const void* y, int64_t incy, void* a, int64_t lda) {
  return rank_two<std::complex<double>>("her2", her2<std::complex<double>>, layout, uplo, n, alpha, x, incx,
                                        y, incy, a, lda);
}
