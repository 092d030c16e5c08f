// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/level2.hpp"

#include "level2/level2.hpp"
#include "level3/call/arguments.hpp"

namespace numapack {

namespace {

/// Row-major matrices are column-major ones of the transposes.
template <class T>
void outer_product(const char* routine, Layout layout, std::int64_t m, std::int64_t n, T alpha, const T* x,
                   std::int64_t incx, const T* y, std::int64_t incy, bool conjugate_y, T* a,
                   std::int64_t lda) {
  const bool by_rows = is_by_rows(routine, layout);
  require_size(routine, "m", m);
  require_size(routine, "n", n);
  const Vector<const T> of_x{x, m, incx}, of_y{y, n, incy};
  if (by_rows)
    add_outer_product<T>(routine, alpha, of_y, conjugate_y, of_x, false, a, lda);
  else
    add_outer_product<T>(routine, alpha, of_x, false, of_y, conjugate_y, a, lda);
}

}  // namespace

template <class T>
void gemv(Layout layout, Transpose trans, std::int64_t m, std::int64_t n, T alpha, const T* a,
          std::int64_t lda, const T* x, std::int64_t incx, T beta, T* y, std::int64_t incy) {
  const bool by_rows = is_by_rows("gemv", layout);
  require_transpose("gemv", trans);
  require_size("gemv", "m", m);
  require_size("gemv", "n", n);
  const bool is_transposed = transposes(trans);
  multiply_vector<T>("gemv", by_rows ? transposed(trans) : trans, by_rows ? n : m, by_rows ? m : n, alpha, a,
                     lda, {x, is_transposed ? m : n, incx}, beta, {y, is_transposed ? n : m, incy});
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

template void gemv(Layout, Transpose, std::int64_t, std::int64_t, float, const float*, std::int64_t,
                   const float*, std::int64_t, float, float*, std::int64_t);
template void ger(Layout, std::int64_t, std::int64_t, float, const float*, std::int64_t, const float*,
                  std::int64_t, float*, std::int64_t);
template void gemv(Layout, Transpose, std::int64_t, std::int64_t, double, const double*, std::int64_t,
                   const double*, std::int64_t, double, double*, std::int64_t);
template void ger(Layout, std::int64_t, std::int64_t, double, const double*, std::int64_t, const double*,
                  std::int64_t, double*, std::int64_t);
template void gemv(Layout, Transpose, std::int64_t, std::int64_t, std::complex<float>,
                   const std::complex<float>*, std::int64_t, const std::complex<float>*, std::int64_t,
                   std::complex<float>, std::complex<float>*, std::int64_t);
template void ger(Layout, std::int64_t, std::int64_t, std::complex<float>, const std::complex<float>*,
                  std::int64_t, const std::complex<float>*, std::int64_t, std::complex<float>*, std::int64_t);
template void gemv(Layout, Transpose, std::int64_t, std::int64_t, std::complex<double>,
                   const std::complex<double>*, std::int64_t, const std::complex<double>*, std::int64_t,
                   std::complex<double>, std::complex<double>*, std::int64_t);
template void ger(Layout, std::int64_t, std::int64_t, std::complex<double>, const std::complex<double>*,
                  std::int64_t, const std::complex<double>*, std::int64_t, std::complex<double>*,
                  std::int64_t);
template void gerc(Layout, std::int64_t, std::int64_t, std::complex<float>, const std::complex<float>*,
                   std::int64_t, const std::complex<float>*, std::int64_t, std::complex<float>*,
                   std::int64_t);
template void gerc(Layout, std::int64_t, std::int64_t, std::complex<double>, const std::complex<double>*,
                   std::int64_t, const std::complex<double>*, std::int64_t, std::complex<double>*,
                   std::int64_t);

}  // namespace numapack
