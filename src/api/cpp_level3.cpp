// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/level3.hpp"

#include "level3/call/routines.hpp"
#include "level3/gemm.hpp"
#include "level3/hermitian.hpp"

namespace numapack {

template <class T>
void symm(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, T alpha, const T* a,
          std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
  gemm(symm_problem(Structure::symmetric, layout, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc));
}

template <class T>
void hemm(Layout layout, Side side, Uplo uplo, std::int64_t m, std::int64_t n, T alpha, const T* a,
          std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
  gemm(symm_problem(Structure::hermitian, layout, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc));
}

template <class T>
void syrk(Layout layout, Uplo uplo, Transpose trans, std::int64_t n, std::int64_t k, T alpha, const T* a,
          std::int64_t lda, T beta, T* c, std::int64_t ldc) {
  gemm(rank_k_problem(syrk_routine, Structure::symmetric, layout, uplo, trans, n, k, alpha, a, lda, a, lda,
                      beta, c, ldc));
}

template <class T, class R>
void herk(Layout layout, Uplo uplo, Transpose trans, std::int64_t n, std::int64_t k, R alpha, const T* a,
          std::int64_t lda, R beta, T* c, std::int64_t ldc) {
  const Problem<T> problem = rank_k_problem(herk_routine, Structure::hermitian, layout, uplo, trans, n, k,
                                            T{alpha}, a, lda, a, lda, T{beta}, c, ldc);
  update_hermitian(problem, [&] { gemm(problem); });
}

template <class T>
void syr2k(Layout layout, Uplo uplo, Transpose trans, std::int64_t n, std::int64_t k, T alpha, const T* a,
           std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c, std::int64_t ldc) {
  Problem<T> problem = rank_k_problem(syr2k_routine, Structure::symmetric, layout, uplo, trans, n, k, alpha,
                                      a, lda, b, ldb, beta, c, ldc);
  problem.twofold = true;
  gemm(problem);
}

template <class T, class R>
void her2k(Layout layout, Uplo uplo, Transpose trans, std::int64_t n, std::int64_t k, T alpha, const T* a,
           std::int64_t lda, const T* b, std::int64_t ldb, R beta, T* c, std::int64_t ldc) {
  // The transpose of a Hermitian matrix is its conjugate.
  const T first = layout == Layout::row_major ? std::conj(alpha) : alpha;
  Problem<T> problem = rank_k_problem(her2k_routine, Structure::hermitian, layout, uplo, trans, n, k, first,
                                      a, lda, b, ldb, T{beta}, c, ldc);
  problem.twofold = true;
  update_hermitian(problem, [&] { gemm(problem); });
}

template <class T>
void gemmt(Layout layout, Uplo uplo, Transpose trans_a, Transpose trans_b, std::int64_t n, std::int64_t k,
           T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T beta, T* c,
           std::int64_t ldc) {
  gemm(gemmt_problem(layout, uplo, trans_a, trans_b, n, k, alpha, a, lda, b, ldb, beta, c, ldc));
}

template void symm(Layout, Side, Uplo, std::int64_t, std::int64_t, float, const float*, std::int64_t,
                   const float*, std::int64_t, float, float*, std::int64_t);
template void syrk(Layout, Uplo, Transpose, std::int64_t, std::int64_t, float, const float*, std::int64_t,
                   float, float*, std::int64_t);
template void syr2k(Layout, Uplo, Transpose, std::int64_t, std::int64_t, float, const float*, std::int64_t,
                    const float*, std::int64_t, float, float*, std::int64_t);
template void gemmt(Layout, Uplo, Transpose, Transpose, std::int64_t, std::int64_t, float, const float*,
                    std::int64_t, const float*, std::int64_t, float, float*, std::int64_t);
template void symm(Layout, Side, Uplo, std::int64_t, std::int64_t, double, const double*, std::int64_t,
                   const double*, std::int64_t, double, double*, std::int64_t);
template void syrk(Layout, Uplo, Transpose, std::int64_t, std::int64_t, double, const double*, std::int64_t,
                   double, double*, std::int64_t);
template void syr2k(Layout, Uplo, Transpose, std::int64_t, std::int64_t, double, const double*, std::int64_t,
                    const double*, std::int64_t, double, double*, std::int64_t);
template void gemmt(Layout, Uplo, Transpose, Transpose, std::int64_t, std::int64_t, double, const double*,
                    std::int64_t, const double*, std::int64_t, double, double*, std::int64_t);
template void symm(Layout, Side, Uplo, std::int64_t, std::int64_t, std::complex<float>,
                   const std::complex<float>*, std::int64_t, const std::complex<float>*, std::int64_t,
                   std::complex<float>, std::complex<float>*, std::int64_t);
template void syrk(Layout, Uplo, Transpose, std::int64_t, std::int64_t, std::complex<float>,
                   const std::complex<float>*, std::int64_t, std::complex<float>, std::complex<float>*,
                   std::int64_t);
template void syr2k(Layout, Uplo, Transpose, std::int64_t, std::int64_t, std::complex<float>,
                    const std::complex<float>*, std::int64_t, const std::complex<float>*, std::int64_t,
                    std::complex<float>, std::complex<float>*, std::int64_t);
template void gemmt(Layout, Uplo, Transpose, Transpose, std::int64_t, std::int64_t, std::complex<float>,
                    const std::complex<float>*, std::int64_t, const std::complex<float>*, std::int64_t,
                    std::complex<float>, std::complex<float>*, std::int64_t);
template void symm(Layout, Side, Uplo, std::int64_t, std::int64_t, std::complex<double>,
                   const std::complex<double>*, std::int64_t, const std::complex<double>*, std::int64_t,
                   std::complex<double>, std::complex<double>*, std::int64_t);
template void syrk(Layout, Uplo, Transpose, std::int64_t, std::int64_t, std::complex<double>,
                   const std::complex<double>*, std::int64_t, std::complex<double>, std::complex<double>*,
                   std::int64_t);
template void syr2k(Layout, Uplo, Transpose, std::int64_t, std::int64_t, std::complex<double>,
                    const std::complex<double>*, std::int64_t, const std::complex<double>*, std::int64_t,
                    std::complex<double>, std::complex<double>*, std::int64_t);
template void gemmt(Layout, Uplo, Transpose, Transpose, std::int64_t, std::int64_t, std::complex<double>,
                    const std::complex<double>*, std::int64_t, const std::complex<double>*, std::int64_t,
                    std::complex<double>, std::complex<double>*, std::int64_t);
template void hemm(Layout, Side, Uplo, std::int64_t, std::int64_t, std::complex<float>,
                   const std::complex<float>*, std::int64_t, const std::complex<float>*, std::int64_t,
                   std::complex<float>, std::complex<float>*, std::int64_t);
template void herk(Layout, Uplo, Transpose, std::int64_t, std::int64_t, float, const std::complex<float>*,
                   std::int64_t, float, std::complex<float>*, std::int64_t);
template void her2k(Layout, Uplo, Transpose, std::int64_t, std::int64_t, std::complex<float>,
                    const std::complex<float>*, std::int64_t, const std::complex<float>*, std::int64_t, float,
                    std::complex<float>*, std::int64_t);
template void hemm(Layout, Side, Uplo, std::int64_t, std::int64_t, std::complex<double>,
                   const std::complex<double>*, std::int64_t, const std::complex<double>*, std::int64_t,
                   std::complex<double>, std::complex<double>*, std::int64_t);
template void herk(Layout, Uplo, Transpose, std::int64_t, std::int64_t, double, const std::complex<double>*,
                   std::int64_t, double, std::complex<double>*, std::int64_t);
template void her2k(Layout, Uplo, Transpose, std::int64_t, std::int64_t, std::complex<double>,
                    const std::complex<double>*, std::int64_t, const std::complex<double>*, std::int64_t,
                    double, std::complex<double>*, std::int64_t);

}  // namespace numapack
