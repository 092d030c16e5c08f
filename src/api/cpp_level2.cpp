// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/level2.hpp"

#include "base/error.hpp"
#include "level2/level2.hpp"

namespace numapack {

namespace {

bool by_rows_of(const char* routine, Layout layout) {
  if (layout != Layout::row_major && layout != Layout::column_major)
    invalid(routine, "layout " + std::to_string(static_cast<int>(layout)) + " does not exist",
            "use 101 (row major) or 102 (column major)");
  return layout == Layout::row_major;
}

void check_size(const char* routine, const char* name, std::int64_t size) {
  if (size < 0) invalid(routine, std::string(name) + " is " + std::to_string(size), "sizes start at 0");
}

/// Row-major matrices are column-major ones of the transposes.
template <class T>
void outer_product(const char* routine, Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x,
                   std::int64_t incx, const T* y, std::int64_t incy, bool conjugate_y, T* a,
                   std::int64_t lda) {
  const bool by_rows = by_rows_of(routine, layout);
  check_size(routine, "m", m);
  check_size(routine, "n", n);
  const Vector<const T> of_x{x, m, incx}, of_y{y, n, incy};
  if (by_rows)
    add_outer_product<T>(routine, alpha, of_y, conjugate_y, of_x, false, a, lda);
  else
    add_outer_product<T>(routine, alpha, of_x, false, of_y, conjugate_y, a, lda);
}

template <class T>
void symmetric(const char* routine, Structure structure, Layout layout, Uplo uplo, std::int64_t n, T alpha,
               const T* a, std::int64_t lda, const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy) {
  const bool by_rows = by_rows_of(routine, layout);
  if (uplo != Uplo::upper && uplo != Uplo::lower)
    invalid(routine, "uplo " + std::to_string(static_cast<int>(uplo)) + " does not exist",
            "use upper or lower");
  check_size(routine, "n", n);
  // The transpose of a Hermitian matrix is its conjugate.
  multiply_symmetric_vector<T>(
      routine, {structure, (uplo == Uplo::lower) != by_rows ? Half::lower : Half::upper},
      by_rows && structure == Structure::hermitian, alpha, a, lda, {x, n, incx}, beta, {y, n, incy});
}

}  // namespace

template <class T>
void gemv(Layout layout, Transpose trans, std::int64_t m, std::int64_t n, T alpha, const T* a,
          std::int64_t lda, const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy) {
  const bool by_rows = by_rows_of("gemv", layout);
  if (static_cast<unsigned>(trans) > static_cast<unsigned>(Transpose::conjugate))
    invalid("gemv", "transposition " + std::to_string(static_cast<int>(trans)) + " does not exist",
            "use none, transpose, conjugate_transpose or conjugate");
  check_size("gemv", "m", m);
  check_size("gemv", "n", n);
  const bool turned = transposes(trans);
  multiply_vector<T>("gemv", by_rows ? transposed(trans) : trans, by_rows ? n : m, by_rows ? m : n, alpha, a,
                     lda, {x, turned ? m : n, incx}, beta, {y, turned ? n : m, incy});
}

template <class T>
void ger(Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
         std::int64_t incy, T* a, std::int64_t lda) {
  outer_product("ger", layout, m, n, alpha, x, incx, y, incy, false, a, lda);
}

template <class T>
void gerc(Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x, std::int64_t incx, const T* y,
          std::int64_t incy, T* a, std::int64_t lda) {
  outer_product("gerc", layout, m, n, alpha, x, incx, y, incy, true, a, lda);
}

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

template void gemv(Layout, Transpose, std::int64_t, std::int64_t, float, const float*, std::int64_t,
                   const float*, std::int64_t, float, float*, std::int64_t);
template void ger(Layout, std::int64_t, std::int64_t, float, const float*, std::int64_t, const float*,
                  std::int64_t, float*, std::int64_t);
template void symv(Layout, Uplo, std::int64_t, float, const float*, std::int64_t, const float*, std::int64_t,
                   float, float*, std::int64_t);
template void gemv(Layout, Transpose, std::int64_t, std::int64_t, double, const double*, std::int64_t,
                   const double*, std::int64_t, double, double*, std::int64_t);
template void ger(Layout, std::int64_t, std::int64_t, double, const double*, std::int64_t, const double*,
                  std::int64_t, double*, std::int64_t);
template void symv(Layout, Uplo, std::int64_t, double, const double*, std::int64_t, const double*,
                   std::int64_t, double, double*, std::int64_t);
template void gemv(Layout, Transpose, std::int64_t, std::int64_t, std::complex<float>,
                   const std::complex<float>*, std::int64_t, const std::complex<float>*, std::int64_t,
                   std::complex<float>, std::complex<float>*, std::int64_t);
template void ger(Layout, std::int64_t, std::int64_t, std::complex<float>, const std::complex<float>*,
                  std::int64_t, const std::complex<float>*, std::int64_t, std::complex<float>*, std::int64_t);
template void symv(Layout, Uplo, std::int64_t, std::complex<float>, const std::complex<float>*, std::int64_t,
                   const std::complex<float>*, std::int64_t, std::complex<float>, std::complex<float>*,
                   std::int64_t);
template void gemv(Layout, Transpose, std::int64_t, std::int64_t, std::complex<double>,
                   const std::complex<double>*, std::int64_t, const std::complex<double>*, std::int64_t,
                   std::complex<double>, std::complex<double>*, std::int64_t);
template void ger(Layout, std::int64_t, std::int64_t, std::complex<double>, const std::complex<double>*,
                  std::int64_t, const std::complex<double>*, std::int64_t, std::complex<double>*,
                  std::int64_t);
template void symv(Layout, Uplo, std::int64_t, std::complex<double>, const std::complex<double>*,
                   std::int64_t, const std::complex<double>*, std::int64_t, std::complex<double>,
                   std::complex<double>*, std::int64_t);
template void gerc(Layout, std::int64_t, std::int64_t, std::complex<float>, const std::complex<float>*,
                   std::int64_t, const std::complex<float>*, std::int64_t, std::complex<float>*,
                   std::int64_t);
template void hemv(Layout, Uplo, std::int64_t, std::complex<float>, const std::complex<float>*, std::int64_t,
                   const std::complex<float>*, std::int64_t, std::complex<float>, std::complex<float>*,
                   std::int64_t);
template void gerc(Layout, std::int64_t, std::int64_t, std::complex<double>, const std::complex<double>*,
                   std::int64_t, const std::complex<double>*, std::int64_t, std::complex<double>*,
                   std::int64_t);
template void hemv(Layout, Uplo, std::int64_t, std::complex<double>, const std::complex<double>*,
                   std::int64_t, const std::complex<double>*, std::int64_t, std::complex<double>,
                   std::complex<double>*, std::int64_t);

}  // namespace numapack
