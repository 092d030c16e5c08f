// SPDX-License-Identifier: BSD-3-Clause
#include <complex>
#include <vector>

#include "api/c/letters.hpp"
#include "api/c/status.hpp"
#include "batch/overlap.hpp"
#include "level3/call/problem.hpp"
#include "numapack/batch.h"
#include "numapack/batch.hpp"

namespace {

using numapack::c_interface::call;
using numapack::c_interface::layout_of;
using numapack::c_interface::require;
using numapack::c_interface::scalar;

/// What the letters of the groups stand for.
std::vector<numapack::Transpose> transposes_of(const char* letters, int64_t groups) {
  require(letters, "gemm_batch", "a list of transpositions");
  std::vector<numapack::Transpose> parsed;
  for (int64_t g = 0; g < groups; ++g) parsed.push_back(numapack::parse_transpose(letters[g]));
  return parsed;
}

template <class T, class Scalar, class In, class Out>
numapack_status gemm_batch(numapack_layout layout, const char* trans_a, const char* trans_b, const int64_t* m,
                           const int64_t* n, const int64_t* k, const Scalar* alpha, In a, const int64_t* lda,
                           In b, const int64_t* ldb, const Scalar* beta, Out c, const int64_t* ldc,
                           int64_t groups, const int64_t* group_size) {
  return call("gemm_batch: no memory for the plan; free some", [&] {
    if (groups == 0) return;
    const auto of_a = transposes_of(trans_a, groups), of_b = transposes_of(trans_b, groups);
    numapack::gemm_batch(layout_of(layout), of_a.data(), of_b.data(), m, n, k, static_cast<const T*>(alpha),
                         reinterpret_cast<const T* const*>(a), lda, reinterpret_cast<const T* const*>(b), ldb,
                         static_cast<const T*>(beta), reinterpret_cast<T* const*>(c), ldc, groups,
                         group_size);
  });
}

template <class T, class Scalar>
numapack_status gemm_batch_strided(numapack_layout layout, char trans_a, char trans_b, int64_t m, int64_t n,
                                   int64_t k, Scalar alpha, const void* a, int64_t lda, int64_t stride_a,
                                   const void* b, int64_t ldb, int64_t stride_b, Scalar beta, void* c,
                                   int64_t ldc, int64_t stride_c, int64_t batch) {
  return call("gemm_batch: no memory for the plan; free some", [&] {
    numapack::gemm_batch_strided(
        layout_of(layout), numapack::parse_transpose(trans_a), numapack::parse_transpose(trans_b), m, n, k,
        scalar<T>("gemm_batch", "alpha", alpha), static_cast<const T*>(a), lda, stride_a,
        static_cast<const T*>(b), ldb, stride_b, scalar<T>("gemm_batch", "beta", beta), static_cast<T*>(c),
        ldc, stride_c, batch);
  });
}

}  // namespace

void numapack_set_checked(int checked) { numapack::set_batches_checked(checked != 0); }

numapack_status numapack_sgemm_batch(numapack_layout layout, const char* trans_a, const char* trans_b,
                                     const int64_t* m, const int64_t* n, const int64_t* k, const float* alpha,
                                     const float* const* a, const int64_t* lda, const float* const* b,
                                     const int64_t* ldb, const float* beta, float* const* c,
                                     const int64_t* ldc, int64_t groups, const int64_t* group_size) {
  return gemm_batch<float>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, groups,
                           group_size);
}
numapack_status numapack_sgemm_batch_strided(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                             int64_t n, int64_t k, float alpha, const float* a, int64_t lda,
                                             int64_t stride_a, const float* b, int64_t ldb, int64_t stride_b,
                                             float beta, float* c, int64_t ldc, int64_t stride_c,
                                             int64_t batch) {
  return gemm_batch_strided<float>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, stride_a, b, ldb,
                                   stride_b, beta, c, ldc, stride_c, batch);
}
numapack_status numapack_dgemm_batch(numapack_layout layout, const char* trans_a, const char* trans_b,
                                     const int64_t* m, const int64_t* n, const int64_t* k,
                                     const double* alpha, const double* const* a, const int64_t* lda,
                                     const double* const* b, const int64_t* ldb, const double* beta,
                                     double* const* c, const int64_t* ldc, int64_t groups,
                                     const int64_t* group_size) {
  return gemm_batch<double>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, groups,
                            group_size);
}
numapack_status numapack_dgemm_batch_strided(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                             int64_t n, int64_t k, double alpha, const double* a, int64_t lda,
                                             int64_t stride_a, const double* b, int64_t ldb, int64_t stride_b,
                                             double beta, double* c, int64_t ldc, int64_t stride_c,
                                             int64_t batch) {
  return gemm_batch_strided<double>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, stride_a, b, ldb,
                                    stride_b, beta, c, ldc, stride_c, batch);
}
numapack_status numapack_cgemm_batch(numapack_layout layout, const char* trans_a, const char* trans_b,
                                     const int64_t* m, const int64_t* n, const int64_t* k, const void* alpha,
                                     const void* const* a, const int64_t* lda, const void* const* b,
                                     const int64_t* ldb, const void* beta, void* const* c, const int64_t* ldc,
                                     int64_t groups, const int64_t* group_size) {
  return gemm_batch<std::complex<float>>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c,
                                         ldc, groups, group_size);
}
numapack_status numapack_cgemm_batch_strided(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                             int64_t n, int64_t k, const void* alpha, const void* a,
                                             int64_t lda, int64_t stride_a, const void* b, int64_t ldb,
                                             int64_t stride_b, const void* beta, void* c, int64_t ldc,
                                             int64_t stride_c, int64_t batch) {
  return gemm_batch_strided<std::complex<float>>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, stride_a,
                                                 b, ldb, stride_b, beta, c, ldc, stride_c, batch);
}
numapack_status numapack_zgemm_batch(numapack_layout layout, const char* trans_a, const char* trans_b,
                                     const int64_t* m, const int64_t* n, const int64_t* k, const void* alpha,
                                     const void* const* a, const int64_t* lda, const void* const* b,
                                     const int64_t* ldb, const void* beta, void* const* c, const int64_t* ldc,
                                     int64_t groups, const int64_t* group_size) {
  return gemm_batch<std::complex<double>>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c,
                                          ldc, groups, group_size);
}
numapack_status numapack_zgemm_batch_strided(numapack_layout layout, char trans_a, char trans_b, int64_t m,
                                             int64_t n, int64_t k, const void* alpha, const void* a,
                                             int64_t lda, int64_t stride_a, const void* b, int64_t ldb,
                                             int64_t stride_b, const void* beta, void* c, int64_t ldc,
                                             int64_t stride_c, int64_t batch) {
  return gemm_batch_strided<std::complex<double>>(layout, trans_a, trans_b, m, n, k, alpha, a, lda, stride_a,
                                                  b, ldb, stride_b, beta, c, ldc, stride_c, batch);
}
