// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/level3.hpp"
#include "api/c/letters.hpp"
#include "api/c/status.hpp"
#include "level3/call/problem.hpp"
#include "numapack/numapack.h"

namespace {

using namespace numapack;     // NOLINT
using namespace c_interface;  // NOLINT

constexpr const char* no_memory_for_plan = "no memory for the plan; free some";

/// symm and hemm.
template <class T, class Multiply, class Scalar>
numapack_status symm_like(const char* routine, Multiply multiply, numapack_layout layout, char side,
                          char uplo, int64_t m, int64_t n, Scalar alpha, const void* a, int64_t lda,
                          const void* b, int64_t ldb, Scalar beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    multiply(layout_of(layout), side_of(routine, side), uplo_of(routine, uplo), m, n,
             scalar<T>(routine, "alpha", alpha), input<T>(a), lda, input<T>(b), ldb,
             scalar<T>(routine, "beta", beta), static_cast<T*>(c), ldc);
  });
}

/// syrk and herk.
template <class T, class Multiply, class Scalar>
numapack_status rank_k(const char* routine, Multiply multiply, numapack_layout layout, char uplo, char trans,
                       int64_t n, int64_t k, Scalar alpha, const void* a, int64_t lda, Scalar beta, void* c,
                       int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    multiply(layout_of(layout), uplo_of(routine, uplo), parse_transpose(trans), n, k,
             scalar<T>(routine, "alpha", alpha), input<T>(a), lda, scalar<T>(routine, "beta", beta),
             static_cast<T*>(c), ldc);
  });
}

/// syr2k and her2k, whose beta is real.
template <class T, class Multiply, class Alpha, class Beta>
numapack_status rank_2k(const char* routine, Multiply multiply, numapack_layout layout, char uplo, char trans,
                        int64_t n, int64_t k, Alpha alpha, const void* a, int64_t lda, const void* b,
                        int64_t ldb, Beta beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    multiply(layout_of(layout), uplo_of(routine, uplo), parse_transpose(trans), n, k,
             scalar<T>(routine, "alpha", alpha), input<T>(a), lda, input<T>(b), ldb,
             scalar<T>(routine, "beta", beta), static_cast<T*>(c), ldc);
  });
}

template <class T, class Scalar>
numapack_status triangle_of_gemm(numapack_layout layout, char uplo, char trans_a, char trans_b, int64_t n,
                                 int64_t k, Scalar alpha, const void* a, int64_t lda, const void* b,
                                 int64_t ldb, Scalar beta, void* c, int64_t ldc) {
  return call(no_memory_for_plan, [&] {
    gemmt<T>(layout_of(layout), uplo_of("gemmt", uplo), parse_transpose(trans_a), parse_transpose(trans_b), n,
             k, scalar<T>("gemmt", "alpha", alpha), input<T>(a), lda, input<T>(b), ldb,
             scalar<T>("gemmt", "beta", beta), static_cast<T*>(c), ldc);
  });
}

}  // namespace

numapack_status numapack_ssymm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               float alpha, const float* a, int64_t lda, const float* b, int64_t ldb,
                               float beta, float* c, int64_t ldc) {
  return symm_like<float>("symm", symm<float>, layout, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_ssyrk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               float alpha, const float* a, int64_t lda, float beta, float* c, int64_t ldc) {
  return rank_k<float>("syrk", syrk<float>, layout, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

numapack_status numapack_ssyr2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                float alpha, const float* a, int64_t lda, const float* b, int64_t ldb,
                                float beta, float* c, int64_t ldc) {
  return rank_2k<float>("syr2k", syr2k<float>, layout, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c,
                        ldc);
}

numapack_status numapack_sgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b, int64_t n,
                                int64_t k, float alpha, const float* a, int64_t lda, const float* b,
                                int64_t ldb, float beta, float* c, int64_t ldc) {
  return triangle_of_gemm<float>(layout, uplo, trans_a, trans_b, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_dsymm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               double alpha, const double* a, int64_t lda, const double* b, int64_t ldb,
                               double beta, double* c, int64_t ldc) {
  return symm_like<double>("symm", symm<double>, layout, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c,
                           ldc);
}

numapack_status numapack_dsyrk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               double alpha, const double* a, int64_t lda, double beta, double* c,
                               int64_t ldc) {
  return rank_k<double>("syrk", syrk<double>, layout, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

numapack_status numapack_dsyr2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                double alpha, const double* a, int64_t lda, const double* b, int64_t ldb,
                                double beta, double* c, int64_t ldc) {
  return rank_2k<double>("syr2k", syr2k<double>, layout, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c,
                         ldc);
}

numapack_status numapack_dgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b, int64_t n,
                                int64_t k, double alpha, const double* a, int64_t lda, const double* b,
                                int64_t ldb, double beta, double* c, int64_t ldc) {
  return triangle_of_gemm<double>(layout, uplo, trans_a, trans_b, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_csymm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                               const void* beta, void* c, int64_t ldc) {
  return symm_like<std::complex<float>>("symm", symm<std::complex<float>>, layout, side, uplo, m, n, alpha, a,
                                        lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_chemm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                               const void* beta, void* c, int64_t ldc) {
  return symm_like<std::complex<float>>("hemm", hemm<std::complex<float>>, layout, side, uplo, m, n, alpha, a,
                                        lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_csyrk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               const void* alpha, const void* a, int64_t lda, const void* beta, void* c,
                               int64_t ldc) {
  return rank_k<std::complex<float>>("syrk", syrk<std::complex<float>>, layout, uplo, trans, n, k, alpha, a,
                                     lda, beta, c, ldc);
}

numapack_status numapack_cherk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               float alpha, const void* a, int64_t lda, float beta, void* c, int64_t ldc) {
  return rank_k<std::complex<float>>("herk", herk<std::complex<float>>, layout, uplo, trans, n, k, alpha, a,
                                     lda, beta, c, ldc);
}

numapack_status numapack_csyr2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                                const void* beta, void* c, int64_t ldc) {
  return rank_2k<std::complex<float>>("syr2k", syr2k<std::complex<float>>, layout, uplo, trans, n, k, alpha,
                                      a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_cher2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                                float beta, void* c, int64_t ldc) {
  return rank_2k<std::complex<float>>("her2k", her2k<std::complex<float>>, layout, uplo, trans, n, k, alpha,
                                      a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_cgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b, int64_t n,
                                int64_t k, const void* alpha, const void* a, int64_t lda, const void* b,
                                int64_t ldb, const void* beta, void* c, int64_t ldc) {
  return triangle_of_gemm<std::complex<float>>(layout, uplo, trans_a, trans_b, n, k, alpha, a, lda, b, ldb,
                                               beta, c, ldc);
}

numapack_status numapack_zsymm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                               const void* beta, void* c, int64_t ldc) {
  return symm_like<std::complex<double>>("symm", symm<std::complex<double>>, layout, side, uplo, m, n, alpha,
                                         a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_zhemm(numapack_layout layout, char side, char uplo, int64_t m, int64_t n,
                               const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                               const void* beta, void* c, int64_t ldc) {
  return symm_like<std::complex<double>>("hemm", hemm<std::complex<double>>, layout, side, uplo, m, n, alpha,
                                         a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_zsyrk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               const void* alpha, const void* a, int64_t lda, const void* beta, void* c,
                               int64_t ldc) {
  return rank_k<std::complex<double>>("syrk", syrk<std::complex<double>>, layout, uplo, trans, n, k, alpha, a,
                                      lda, beta, c, ldc);
}

numapack_status numapack_zherk(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                               double alpha, const void* a, int64_t lda, double beta, void* c, int64_t ldc) {
  return rank_k<std::complex<double>>("herk", herk<std::complex<double>>, layout, uplo, trans, n, k, alpha, a,
                                      lda, beta, c, ldc);
}

numapack_status numapack_zsyr2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                                const void* beta, void* c, int64_t ldc) {
  return rank_2k<std::complex<double>>("syr2k", syr2k<std::complex<double>>, layout, uplo, trans, n, k, alpha,
                                       a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_zher2k(numapack_layout layout, char uplo, char trans, int64_t n, int64_t k,
                                const void* alpha, const void* a, int64_t lda, const void* b, int64_t ldb,
                                double beta, void* c, int64_t ldc) {
  return rank_2k<std::complex<double>>("her2k", her2k<std::complex<double>>, layout, uplo, trans, n, k, alpha,
                                       a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_zgemmt(numapack_layout layout, char uplo, char trans_a, char trans_b, int64_t n,
                                int64_t k, const void* alpha, const void* a, int64_t lda, const void* b,
                                int64_t ldb, const void* beta, void* c, int64_t ldc) {
  return triangle_of_gemm<std::complex<double>>(layout, uplo, trans_a, trans_b, n, k, alpha, a, lda, b, ldb,
                                                beta, c, ldc);
}

numapack_status numapack_cgemm3m(numapack_layout layout, char trans_a, char trans_b, int64_t m, int64_t n,
                                 int64_t k, const void* alpha, const void* a, int64_t lda, const void* b,
                                 int64_t ldb, const void* beta, void* c, int64_t ldc) {
  return numapack_cgemm(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

numapack_status numapack_zgemm3m(numapack_layout layout, char trans_a, char trans_b, int64_t m, int64_t n,
                                 int64_t k, const void* alpha, const void* a, int64_t lda, const void* b,
                                 int64_t ldb, const void* beta, void* c, int64_t ldc) {
  return numapack_zgemm(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
