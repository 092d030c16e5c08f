// SPDX-License-Identifier: BSD-3-Clause
#include "level2/level2.hpp"
#include "level3/call/arguments.hpp"
#include "numapack/level2.hpp"

// Level 2 of matrices of which one triangle is read or written.
namespace numapack {

namespace {

/// The triangle and op() of a call, column-major; throws Error.
struct TriangleOfCall {
  Pattern pattern;
  Transpose op;
};
TriangleOfCall triangle_of(const char* routine, Layout layout, Uplo uplo, Transpose trans, Diag diag,
                           Index n) {
  const bool by_rows = is_by_rows(routine, layout);
  const Triangle triangle = triangle_of_uplo(routine, uplo, by_rows);
  require_transpose(routine, trans);
  require_diag(routine, diag);
  require_size(routine, "n", n);
  return {{Structure::triangular, triangle, diag == Diag::unit}, by_rows ? transposed(trans) : trans};
}

/// The symmetric or Hermitian matrix of a call: with `conjugate` the caller's rows make of A its conjugate.
struct SymmetricOfCall {
  Pattern pattern;
  bool conjugate;
};
SymmetricOfCall symmetric_of(const char* routine, Structure structure, Layout layout, Uplo uplo, Index n) {
  const bool by_rows = is_by_rows(routine, layout);
  const Triangle triangle = triangle_of_uplo(routine, uplo, by_rows);
  require_size(routine, "n", n);
  return {{structure, triangle}, by_rows && structure == Structure::hermitian};
}

template <class T>
void symmetric(const char* routine, Structure structure, Layout layout, Uplo uplo, Index n, T alpha,
               const T* a, Index lda, const T* x, Index incx, T beta, T* y, Index incy) {
  const auto [pattern, conjugate] = symmetric_of(routine, structure, layout, uplo, n);
  multiply_symmetric_vector<T>(routine, pattern, conjugate, alpha, a, lda, {x, n, incx}, beta, {y, n, incy});
}

template <class T>
void rank_one(const char* routine, Structure structure, Layout layout, Uplo uplo, Index n, T alpha,
              const T* x, Index incx, T* a, Index lda) {
  const auto [pattern, conjugate] = symmetric_of(routine, structure, layout, uplo, n);
  update_symmetric<T>(routine, pattern, conjugate, alpha, {x, n, incx}, a, lda);
}

template <class T>
void rank_two(const char* routine, Structure structure, Layout layout, Uplo uplo, Index n, T alpha,
              const T* x, Index incx, const T* y, Index incy, T* a, Index lda) {
  const auto [pattern, conjugate] = symmetric_of(routine, structure, layout, uplo, n);
  update_symmetric<T>(routine, pattern, conjugate, alpha, {x, n, incx}, {y, n, incy}, a, lda);
}

}  // namespace

template <class T>
void symv(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* a, std::int64_t lda, const T* x,
          std::int64_t incx, T beta, T* y, std::int64_t incy) {
  symmetric("symv", Structure::symmetric, layout, uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}

template <class T>
void hemv(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* a, std::int64_t lda, const T* x,
          std::int64_t incx, T beta, T* y, std::int64_t incy) {
  symmetric("hemv", Structure::hermitian, layout, uplo, n, alpha, a, lda, x, incx, beta, y, incy);
}

template <class T>
void trmv(Layout layout, Uplo uplo, Transpose trans, Diag diag, std::int64_t n, const T* a, std::int64_t lda,
          T* x, std::int64_t incx) {
  const auto [pattern, op] = triangle_of("trmv", layout, uplo, trans, diag, n);
  multiply_triangle_vector<T>("trmv", pattern, op, a, lda, {x, n, incx});
}

template <class T>
void trsv(Layout layout, Uplo uplo, Transpose trans, Diag diag, std::int64_t n, const T* a, std::int64_t lda,
          T* x, std::int64_t incx) {
  const auto [pattern, op] = triangle_of("trsv", layout, uplo, trans, diag, n);
  solve_triangle_vector<T>("trsv", pattern, op, a, lda, {x, n, incx});
}

template <class T>
void syr(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx, T* a,
         std::int64_t lda) {
  rank_one("syr", Structure::symmetric, layout, uplo, n, alpha, x, incx, a, lda);
}

template <class T>
void syr2(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
          std::int64_t incy, T* a, std::int64_t lda) {
  rank_two("syr2", Structure::symmetric, layout, uplo, n, alpha, x, incx, y, incy, a, lda);
}

template <class T>
void her(Layout layout, Uplo uplo, std::int64_t n, typename T::value_type alpha, const T* x,
         std::int64_t incx, T* a, std::int64_t lda) {
  rank_one("her", Structure::hermitian, layout, uplo, n, T{alpha}, x, incx, a, lda);
}

template <class T>
void her2(Layout layout, Uplo uplo, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
          std::int64_t incy, T* a, std::int64_t lda) {
  rank_two("her2", Structure::hermitian, layout, uplo, n, alpha, x, incx, y, incy, a, lda);
}

template void symv(Layout, Uplo, std::int64_t, float, const float*, std::int64_t, const float*, std::int64_t,
                   float, float*, std::int64_t);
template void symv(Layout, Uplo, std::int64_t, double, const double*, std::int64_t, const double*,
                   std::int64_t, double, double*, std::int64_t);
template void symv(Layout, Uplo, std::int64_t, std::complex<float>, const std::complex<float>*, std::int64_t,
                   const std::complex<float>*, std::int64_t, std::complex<float>, std::complex<float>*,
                   std::int64_t);
template void symv(Layout, Uplo, std::int64_t, std::complex<double>, const std::complex<double>*,
                   std::int64_t, const std::complex<double>*, std::int64_t, std::complex<double>,
                   std::complex<double>*, std::int64_t);
template void hemv(Layout, Uplo, std::int64_t, std::complex<float>, const std::complex<float>*, std::int64_t,
                   const std::complex<float>*, std::int64_t, std::complex<float>, std::complex<float>*,
                   std::int64_t);
template void hemv(Layout, Uplo, std::int64_t, std::complex<double>, const std::complex<double>*,
                   std::int64_t, const std::complex<double>*, std::int64_t, std::complex<double>,
                   std::complex<double>*, std::int64_t);
template void trmv(Layout, Uplo, Transpose, Diag, std::int64_t, const float*, std::int64_t, float*,
                   std::int64_t);
template void trsv(Layout, Uplo, Transpose, Diag, std::int64_t, const float*, std::int64_t, float*,
                   std::int64_t);
template void trmv(Layout, Uplo, Transpose, Diag, std::int64_t, const double*, std::int64_t, double*,
                   std::int64_t);
template void trsv(Layout, Uplo, Transpose, Diag, std::int64_t, const double*, std::int64_t, double*,
                   std::int64_t);
template void trmv(Layout, Uplo, Transpose, Diag, std::int64_t, const std::complex<float>*, std::int64_t,
                   std::complex<float>*, std::int64_t);
template void trsv(Layout, Uplo, Transpose, Diag, std::int64_t, const std::complex<float>*, std::int64_t,
                   std::complex<float>*, std::int64_t);
template void trmv(Layout, Uplo, Transpose, Diag, std::int64_t, const std::complex<double>*, std::int64_t,
                   std::complex<double>*, std::int64_t);
template void trsv(Layout, Uplo, Transpose, Diag, std::int64_t, const std::complex<double>*, std::int64_t,
                   std::complex<double>*, std::int64_t);
template void syr(Layout, Uplo, std::int64_t, float, const float*, std::int64_t, float*, std::int64_t);
template void syr2(Layout, Uplo, std::int64_t, float, const float*, std::int64_t, const float*, std::int64_t,
                   float*, std::int64_t);
template void syr(Layout, Uplo, std::int64_t, double, const double*, std::int64_t, double*, std::int64_t);
template void syr2(Layout, Uplo, std::int64_t, double, const double*, std::int64_t, const double*,
                   std::int64_t, double*, std::int64_t);
template void her(Layout, Uplo, std::int64_t, float, const std::complex<float>*, std::int64_t,
                  std::complex<float>*, std::int64_t);
template void her2(Layout, Uplo, std::int64_t, std::complex<float>, const std::complex<float>*, std::int64_t,
                   const std::complex<float>*, std::int64_t, std::complex<float>*, std::int64_t);
template void her(Layout, Uplo, std::int64_t, double, const std::complex<double>*, std::int64_t,
                  std::complex<double>*, std::int64_t);
template void her2(Layout, Uplo, std::int64_t, std::complex<double>, const std::complex<double>*,
                   std::int64_t, const std::complex<double>*, std::int64_t, std::complex<double>*,
                   std::int64_t);

}  // namespace numapack
