// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstdint>

#include "numapack/export.h"
#include "numapack/types.hpp"

/// Many small problems in one call. Each has exactly the bits of its own call, whatever else is in the
/// batch, whichever threads and nodes there are. One thread computes each problem, on the node with most of
/// its output; the calling thread computes small batches alone. T is float, double, std::complex<float> or
/// std::complex<double>; sizes, leading dimensions and strides in elements. Any number of threads may call at
/// once.
///
/// The output of a problem must not share memory with any other matrix of the batch; only with
/// NUMAPACK_CHECKED=1 (or numapack_set_checked()) is that checked, and an error. Error(invalid_argument) is
/// thrown before anything is written: the errors of the single routine, with the group, null pointers,
/// negative numbers of problems.
namespace numapack {

/// C = alpha op(A) op(B) + beta C for groups of problems that are alike, as MKL's gemm_batch has them: group
/// g has group_size[g] problems with trans_a[g], m[g], alpha[g] …; a, b and c hold the addresses of all
/// problems, group after group. All problems may read the same A or B.
template <class T>
NUMAPACK_API void gemm_batch(Layout layout, const Transpose* trans_a, const Transpose* trans_b,
                             const std::int64_t* m, const std::int64_t* n, const std::int64_t* k,
                             const T* alpha, const T* const* a, const std::int64_t* lda, const T* const* b,
                             const std::int64_t* ldb, const T* beta, T* const* c, const std::int64_t* ldc,
                             std::int64_t groups, const std::int64_t* group_size);

/// The same for `batch` problems that are alike, problem i with A at a + i stride_a, likewise B and C. A
/// stride of 0 for A or B: the same for all.
template <class T>
NUMAPACK_API void gemm_batch_strided(Layout layout, Transpose trans_a, Transpose trans_b, std::int64_t m,
                                     std::int64_t n, std::int64_t k, T alpha, const T* a, std::int64_t lda,
                                     std::int64_t stride_a, const T* b, std::int64_t ldb,
                                     std::int64_t stride_b, T beta, T* c, std::int64_t ldc,
                                     std::int64_t stride_c, std::int64_t batch);

/// B from op(A) X = alpha B (left) or X op(A) = alpha B, in place of B, for groups of problems that are
/// alike, as MKL's trsm_batch has them; see gemm_batch().
template <class T>
NUMAPACK_API void trsm_batch(Layout layout, const Side* side, const Uplo* uplo, const Transpose* trans,
                             const Diag* diag, const std::int64_t* m, const std::int64_t* n, const T* alpha,
                             const T* const* a, const std::int64_t* lda, T* const* b, const std::int64_t* ldb,
                             std::int64_t groups, const std::int64_t* group_size);
/// For `batch` problems that are alike; see gemm_batch_strided().
template <class T>
NUMAPACK_API void trsm_batch_strided(Layout layout, Side side, Uplo uplo, Transpose trans, Diag diag,
                                     std::int64_t m, std::int64_t n, T alpha, const T* a, std::int64_t lda,
                                     std::int64_t stride_a, T* b, std::int64_t ldb, std::int64_t stride_b,
                                     std::int64_t batch);

/// potrf() of `batch` matrices of one shape, in place; LAPACK's info of each goes to infos.
template <class T>
NUMAPACK_API void potrf_batch(Layout layout, Uplo uplo, std::int64_t n, T* const* a, std::int64_t lda,
                              std::int64_t batch, std::int64_t* infos);
template <class T>
NUMAPACK_API void potrf_batch_strided(Layout layout, Uplo uplo, std::int64_t n, T* a, std::int64_t lda,
                                      std::int64_t stride_a, std::int64_t batch, std::int64_t* infos);

/// getrf() likewise; pivots[i], or pivots + i stride_pivots: min(m, n) rows of matrix i.
template <class T>
NUMAPACK_API void getrf_batch(Layout layout, std::int64_t m, std::int64_t n, T* const* a, std::int64_t lda,
                              std::int64_t* const* pivots, std::int64_t batch, std::int64_t* infos);
template <class T>
NUMAPACK_API void getrf_batch_strided(Layout layout, std::int64_t m, std::int64_t n, T* a, std::int64_t lda,
                                      std::int64_t stride_a, std::int64_t* pivots, std::int64_t stride_pivots,
                                      std::int64_t batch, std::int64_t* infos);

/// geqrf() likewise, whose info is always 0; tau[i], or tau + i stride_tau: min(m, n) factors of matrix i.
template <class T>
NUMAPACK_API void geqrf_batch(Layout layout, std::int64_t m, std::int64_t n, T* const* a, std::int64_t lda,
                              T* const* tau, std::int64_t batch);
template <class T>
NUMAPACK_API void geqrf_batch_strided(Layout layout, std::int64_t m, std::int64_t n, T* a, std::int64_t lda,
                                      std::int64_t stride_a, T* tau, std::int64_t stride_tau,
                                      std::int64_t batch);

/// getrs(), potrs(), getri() and orgqr() of `batch` problems that are alike, by strides.
template <class T>
NUMAPACK_API void getrs_batch_strided(Layout layout, Transpose trans, std::int64_t n, std::int64_t nrhs,
                                      const T* lu, std::int64_t lda, std::int64_t stride_lu,
                                      const std::int64_t* pivots, std::int64_t stride_pivots, T* b,
                                      std::int64_t ldb, std::int64_t stride_b, std::int64_t batch);
template <class T>
NUMAPACK_API void potrs_batch_strided(Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* a,
                                      std::int64_t lda, std::int64_t stride_a, T* b, std::int64_t ldb,
                                      std::int64_t stride_b, std::int64_t batch);
template <class T>
NUMAPACK_API void getri_batch_strided(Layout layout, std::int64_t n, T* a, std::int64_t lda,
                                      std::int64_t stride_a, const std::int64_t* pivots,
                                      std::int64_t stride_pivots, std::int64_t batch, std::int64_t* infos);
template <class T>
NUMAPACK_API void orgqr_batch_strided(Layout layout, std::int64_t m, std::int64_t n, std::int64_t k, T* a,
                                      std::int64_t lda, std::int64_t stride_a, const T* tau,
                                      std::int64_t stride_tau, std::int64_t batch);

}  // namespace numapack
