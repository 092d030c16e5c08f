// SPDX-License-Identifier: BSD-3-Clause
#include <complex>
#include <vector>

#include "api/c/letters.hpp"
#include "api/c/status.hpp"
#include "level3/call/problem.hpp"
#include "numapack/batch.h"
#include "numapack/batch.hpp"

namespace {

using numapack::c_interface::call;
using numapack::c_interface::diag_of;
using numapack::c_interface::layout_of;
using numapack::c_interface::require;
using numapack::c_interface::scalar;
using numapack::c_interface::side_of;
using numapack::c_interface::uplo_of;

constexpr const char* no_memory_for_batch = "trsm_batch: no memory for the plan; free some";

/// What the letters of the groups stand for.
template <class Parse>
auto parsed(const char* letters, int64_t groups, const Parse& parse) {
  require(letters, "trsm_batch", "a list of letters");
  std::vector<decltype(parse('N'))> found;
  for (int64_t g = 0; g < groups; ++g) found.push_back(parse(letters[g]));
  return found;
}

template <class T, class Scalar, class Named>
numapack_status trsm_groups(numapack_layout layout, const char* side, const char* uplo, const char* trans,
                            const char* diag, const int64_t* m, const int64_t* n, const Scalar* alpha,
                            const Named* const* a, const int64_t* lda, Named* const* b, const int64_t* ldb,
                            int64_t groups, const int64_t* group_size) {
  return call(no_memory_for_batch, [&] {
    if (groups == 0) return;
    const auto sides = parsed(side, groups, [](char letter) { return side_of("trsm_batch", letter); });
    const auto triangles = parsed(uplo, groups, [](char letter) { return uplo_of("trsm_batch", letter); });
    const auto ops = parsed(trans, groups, [](char letter) { return numapack::parse_transpose(letter); });
    const auto diags = parsed(diag, groups, [](char letter) { return diag_of("trsm_batch", letter); });
    numapack::trsm_batch(layout_of(layout), sides.data(), triangles.data(), ops.data(), diags.data(), m, n,
                         static_cast<const T*>(alpha), reinterpret_cast<const T* const*>(a), lda,
                         reinterpret_cast<T* const*>(b), ldb, groups, group_size);
  });
}

template <class T, class Scalar>
numapack_status trsm_strided(numapack_layout layout, char side, char uplo, char trans, char diag, int64_t m,
                             int64_t n, Scalar alpha, const void* a, int64_t lda, int64_t stride_a, void* b,
                             int64_t ldb, int64_t stride_b, int64_t batch) {
  return call(no_memory_for_batch, [&] {
    numapack::trsm_batch_strided(layout_of(layout), side_of("trsm_batch", side), uplo_of("trsm_batch", uplo),
                                 numapack::parse_transpose(trans), diag_of("trsm_batch", diag), m, n,
                                 scalar<T>("trsm_batch", "alpha", alpha), static_cast<const T*>(a), lda,
                                 stride_a, static_cast<T*>(b), ldb, stride_b, batch);
  });
}

}  // namespace

numapack_status numapack_strsm_batch(numapack_layout layout, const char* side, const char* uplo,
                                     const char* trans, const char* diag, const int64_t* m, const int64_t* n,
                                     const float* alpha, const float* const* a, const int64_t* lda,
                                     float* const* b, const int64_t* ldb, int64_t groups,
                                     const int64_t* group_size) {
  return trsm_groups<float>(layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb, groups, group_size);
}
numapack_status numapack_strsm_batch_strided(numapack_layout layout, char side, char uplo, char trans,
                                             char diag, int64_t m, int64_t n, float alpha, const float* a,
                                             int64_t lda, int64_t stride_a, float* b, int64_t ldb,
                                             int64_t stride_b, int64_t batch) {
  return trsm_strided<float>(layout, side, uplo, trans, diag, m, n, alpha, a, lda, stride_a, b, ldb, stride_b,
                             batch);
}
numapack_status numapack_dtrsm_batch(numapack_layout layout, const char* side, const char* uplo,
                                     const char* trans, const char* diag, const int64_t* m, const int64_t* n,
                                     const double* alpha, const double* const* a, const int64_t* lda,
                                     double* const* b, const int64_t* ldb, int64_t groups,
                                     const int64_t* group_size) {
  return trsm_groups<double>(layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb, groups,
                             group_size);
}
numapack_status numapack_dtrsm_batch_strided(numapack_layout layout, char side, char uplo, char trans,
                                             char diag, int64_t m, int64_t n, double alpha, const double* a,
                                             int64_t lda, int64_t stride_a, double* b, int64_t ldb,
                                             int64_t stride_b, int64_t batch) {
  return trsm_strided<double>(layout, side, uplo, trans, diag, m, n, alpha, a, lda, stride_a, b, ldb,
                              stride_b, batch);
}
numapack_status numapack_ctrsm_batch(numapack_layout layout, const char* side, const char* uplo,
                                     const char* trans, const char* diag, const int64_t* m, const int64_t* n,
                                     const void* alpha, const void* const* a, const int64_t* lda,
                                     void* const* b, const int64_t* ldb, int64_t groups,
                                     const int64_t* group_size) {
  return trsm_groups<std::complex<float>>(layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb,
                                          groups, group_size);
}
numapack_status numapack_ctrsm_batch_strided(numapack_layout layout, char side, char uplo, char trans,
                                             char diag, int64_t m, int64_t n, const void* alpha,
                                             const void* a, int64_t lda, int64_t stride_a, void* b,
                                             int64_t ldb, int64_t stride_b, int64_t batch) {
  return trsm_strided<std::complex<float>>(layout, side, uplo, trans, diag, m, n, alpha, a, lda, stride_a, b,
                                           ldb, stride_b, batch);
}
numapack_status numapack_ztrsm_batch(numapack_layout layout, const char* side, const char* uplo,
                                     const char* trans, const char* diag, const int64_t* m, const int64_t* n,
                                     const void* alpha, const void* const* a, const int64_t* lda,
                                     void* const* b, const int64_t* ldb, int64_t groups,
                                     const int64_t* group_size) {
  return trsm_groups<std::complex<double>>(layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb,
                                           groups, group_size);
}
numapack_status numapack_ztrsm_batch_strided(numapack_layout layout, char side, char uplo, char trans,
                                             char diag, int64_t m, int64_t n, const void* alpha,
                                             const void* a, int64_t lda, int64_t stride_a, void* b,
                                             int64_t ldb, int64_t stride_b, int64_t batch) {
  return trsm_strided<std::complex<double>>(layout, side, uplo, trans, diag, m, n, alpha, a, lda, stride_a, b,
                                            ldb, stride_b, batch);
}
