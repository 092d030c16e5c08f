// SPDX-License-Identifier: BSD-3-Clause
#include "api/c/letters.hpp"
#include "api/c/status.hpp"
#include "level3/call/problem.hpp"

namespace {

using namespace numapack;               // NOLINT
using namespace numapack::c_interface;  // NOLINT

/// trmm and trsm.
template <class T, class Routine, class Scalar>
numapack_status triangular(const char* name, Routine routine, numapack_layout layout, char side, char uplo,
                           char trans, char diag, int64_t m, int64_t n, Scalar alpha, const void* a,
                           int64_t lda, void* b, int64_t ldb) {
  return call("no memory for the plan; free some", [&] {
    routine(layout_of(layout), side_of(name, side), uplo_of(name, uplo), parse_transpose(trans),
            diag_of(name, diag), m, n, scalar<T>(name, "alpha", alpha), input<T>(a), lda, static_cast<T*>(b),
            ldb);
  });
}

}  // namespace

numapack_status numapack_strmm(numapack_layout layout, char side, char uplo, char trans, char diag, int64_t m,
                               int64_t n, float alpha, const float* a, int64_t lda, float* b, int64_t ldb) {
  return triangular<float>("trmm", trmm<float>, layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);
}

numapack_status numapack_strsm(numapack_layout layout, char side, char uplo, char trans, char diag, int64_t m,
                               int64_t n, float alpha, const float* a, int64_t lda, float* b, int64_t ldb) {
  return triangular<float>("trsm", trsm<float>, layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);
}

numapack_status numapack_dtrmm(numapack_layout layout, char side, char uplo, char trans, char diag, int64_t m,
                               int64_t n, double alpha, const double* a, int64_t lda, double* b,
                               int64_t ldb) {
  return triangular<double>("trmm", trmm<double>, layout, side, uplo, trans, diag, m, n, alpha, a, lda, b,
                            ldb);
}

numapack_status numapack_dtrsm(numapack_layout layout, char side, char uplo, char trans, char diag, int64_t m,
                               int64_t n, double alpha, const double* a, int64_t lda, double* b,
                               int64_t ldb) {
  return triangular<double>("trsm", trsm<double>, layout, side, uplo, trans, diag, m, n, alpha, a, lda, b,
                            ldb);
}

numapack_status numapack_ctrmm(numapack_layout layout, char side, char uplo, char trans, char diag, int64_t m,
                               int64_t n, const void* alpha, const void* a, int64_t lda, void* b,
                               int64_t ldb) {
  return triangular<std::complex<float>>("trmm", trmm<std::complex<float>>, layout, side, uplo, trans, diag,
                                         m, n, alpha, a, lda, b, ldb);
}

numapack_status numapack_ctrsm(numapack_layout layout, char side, char uplo, char trans, char diag, int64_t m,
                               int64_t n, const void* alpha, const void* a, int64_t lda, void* b,
                               int64_t ldb) {
  return triangular<std::complex<float>>("trsm", trsm<std::complex<float>>, layout, side, uplo, trans, diag,
                                         m, n, alpha, a, lda, b, ldb);
}

numapack_status numapack_ztrmm(numapack_layout layout, char side, char uplo, char trans, char diag, int64_t m,
                               int64_t n, const void* alpha, const void* a, int64_t lda, void* b,
                               int64_t ldb) {
  return triangular<std::complex<double>>("trmm", trmm<std::complex<double>>, layout, side, uplo, trans, diag,
                                          m, n, alpha, a, lda, b, ldb);
}

numapack_status numapack_ztrsm(numapack_layout layout, char side, char uplo, char trans, char diag, int64_t m,
                               int64_t n, const void* alpha, const void* a, int64_t lda, void* b,
                               int64_t ldb) {
  return triangular<std::complex<double>>("trsm", trsm<std::complex<double>>, layout, side, uplo, trans, diag,
                                          m, n, alpha, a, lda, b, ldb);
}
