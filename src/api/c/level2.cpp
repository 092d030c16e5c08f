// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/level2.hpp"
#include "api/c/letters.hpp"
#include "api/c/status.hpp"
#include "level3/call/problem.hpp"

namespace {

using namespace numapack;               // NOLINT
using namespace numapack::c_interface;  // NOLINT

template <class T, class Scalar>
numapack_status matrix_vector(numapack_layout layout, char trans, int64_t m, int64_t n, Scalar alpha,
                              const void* a, int64_t lda, const void* x, int64_t incx, Scalar beta, void* y,
                              int64_t incy) {
  return call(no_memory_for_vector, [&] {
    gemv<T>(layout_of(layout), parse_transpose(trans), m, n, scalar<T>("gemv", "alpha", alpha), input<T>(a),
            lda, input<T>(x), incx, scalar<T>("gemv", "beta", beta), static_cast<T*>(y), incy);
  });
}

/// ger, geru and gerc.
template <class T, class Routine, class Scalar>
numapack_status outer(const char* name, Routine routine, numapack_layout layout, int64_t m, int64_t n,
                      Scalar alpha, const void* x, int64_t incx, const void* y, int64_t incy, void* a,
                      int64_t lda) {
  return call(no_memory_for_vector, [&] {
    routine(layout_of(layout), m, n, scalar<T>(name, "alpha", alpha), input<T>(x), incx, input<T>(y), incy,
            static_cast<T*>(a), lda);
  });
}

/// symv and hemv.
template <class T, class Routine, class Scalar>
numapack_status symmetric(const char* name, Routine routine, numapack_layout layout, char uplo, int64_t n,
                          Scalar alpha, const void* a, int64_t lda, const void* x, int64_t incx, Scalar beta,
                          void* y, int64_t incy) {
  return call(no_memory_for_vector, [&] {
    routine(layout_of(layout), uplo_of(name, uplo), n, scalar<T>(name, "alpha", alpha), input<T>(a), lda,
            input<T>(x), incx, scalar<T>(name, "beta", beta), static_cast<T*>(y), incy);
  });
}

}  // namespace

numapack_status numapack_sgemv(numapack_layout layout, char trans, int64_t m, int64_t n, float alpha,
                               const float* a, int64_t lda, const float* x, int64_t incx, float beta,
                               float* y, int64_t incy) {
  return matrix_vector<float>(layout, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

numapack_status numapack_sger(numapack_layout layout, int64_t m, int64_t n, float alpha, const float* x,
                              int64_t incx, const float* y, int64_t incy, float* a, int64_t lda) {
  return outer<float>("ger", ger<float>, layout, m, n, alpha, x, incx, y, incy, a, lda);
}

numapack_status numapack_ssymv(numapack_layout layout, char uplo, int64_t n, float alpha, const float* a,
                               int64_t lda, const float* x, int64_t incx, float beta, float* y,
                               int64_t incy) {
  return symmetric<float>("symv", symv<float>, layout, uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}

numapack_status numapack_dgemv(numapack_layout layout, char trans, int64_t m, int64_t n, double alpha,
                               const double* a, int64_t lda, const double* x, int64_t incx, double beta,
                               double* y, int64_t incy) {
  return matrix_vector<double>(layout, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

numapack_status numapack_dger(numapack_layout layout, int64_t m, int64_t n, double alpha, const double* x,
                              int64_t incx, const double* y, int64_t incy, double* a, int64_t lda) {
  return outer<double>("ger", ger<double>, layout, m, n, alpha, x, incx, y, incy, a, lda);
}

numapack_status numapack_dsymv(numapack_layout layout, char uplo, int64_t n, double alpha, const double* a,
                               int64_t lda, const double* x, int64_t incx, double beta, double* y,
                               int64_t incy) {
  return symmetric<double>("symv", symv<double>, layout, uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}

numapack_status numapack_cgemv(numapack_layout layout, char trans, int64_t m, int64_t n, const void* alpha,
                               const void* a, int64_t lda, const void* x, int64_t incx, const void* beta,
                               void* y, int64_t incy) {
  return matrix_vector<std::complex<float>>(layout, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

numapack_status numapack_cgeru(numapack_layout layout, int64_t m, int64_t n, const void* alpha, const void* x,
                               int64_t incx, const void* y, int64_t incy, void* a, int64_t lda) {
  return outer<std::complex<float>>("geru", ger<std::complex<float>>, layout, m, n, alpha, x, incx, y, incy,
                                    a, lda);
}

numapack_status numapack_cgerc(numapack_layout layout, int64_t m, int64_t n, const void* alpha, const void* x,
                               int64_t incx, const void* y, int64_t incy, void* a, int64_t lda) {
  return outer<std::complex<float>>("gerc", gerc<std::complex<float>>, layout, m, n, alpha, x, incx, y, incy,
                                    a, lda);
}

numapack_status numapack_csymv(numapack_layout layout, char uplo, int64_t n, const void* alpha, const void* a,
                               int64_t lda, const void* x, int64_t incx, const void* beta, void* y,
                               int64_t incy) {
  return symmetric<std::complex<float>>("symv", symv<std::complex<float>>, layout, uplo, n, alpha, a, lda, x,
                                        incx, beta, y, incy);
}

numapack_status numapack_chemv(numapack_layout layout, char uplo, int64_t n, const void* alpha, const void* a,
                               int64_t lda, const void* x, int64_t incx, const void* beta, void* y,
                               int64_t incy) {
  return symmetric<std::complex<float>>("hemv", hemv<std::complex<float>>, layout, uplo, n, alpha, a, lda, x,
                                        incx, beta, y, incy);
}

numapack_status numapack_zgemv(numapack_layout layout, char trans, int64_t m, int64_t n, const void* alpha,
                               const void* a, int64_t lda, const void* x, int64_t incx, const void* beta,
                               void* y, int64_t incy) {
  return matrix_vector<std::complex<double>>(layout, trans, m, n, alpha, a, lda, x, incx, beta, y, incy);
}

numapack_status numapack_zgeru(numapack_layout layout, int64_t m, int64_t n, const void* alpha, const void* x,
                               int64_t incx, const void* y, int64_t incy, void* a, int64_t lda) {
  return outer<std::complex<double>>("geru", ger<std::complex<double>>, layout, m, n, alpha, x, incx, y, incy,
                                     a, lda);
}

numapack_status numapack_zgerc(numapack_layout layout, int64_t m, int64_t n, const void* alpha, const void* x,
                               int64_t incx, const void* y, int64_t incy, void* a, int64_t lda) {
  return outer<std::complex<double>>("gerc", gerc<std::complex<double>>, layout, m, n, alpha, x, incx, y,
                                     incy, a, lda);
}

numapack_status numapack_zsymv(numapack_layout layout, char uplo, int64_t n, const void* alpha, const void* a,
                               int64_t lda, const void* x, int64_t incx, const void* beta, void* y,
                               int64_t incy) {
  return symmetric<std::complex<double>>("symv", symv<std::complex<double>>, layout, uplo, n, alpha, a, lda,
                                         x, incx, beta, y, incy);
}

numapack_status numapack_zhemv(numapack_layout layout, char uplo, int64_t n, const void* alpha, const void* a,
                               int64_t lda, const void* x, int64_t incx, const void* beta, void* y,
                               int64_t incy) {
  return symmetric<std::complex<double>>("hemv", hemv<std::complex<double>>, layout, uplo, n, alpha, a, lda,
                                         x, incx, beta, y, incy);
}
