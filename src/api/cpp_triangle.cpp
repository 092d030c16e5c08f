// SPDX-License-Identifier: BSD-3-Clause
#include "api/triangle_of_layout.hpp"
#include "numapack/level3.hpp"

namespace numapack {

template <class T>
void trmm(Layout layout, Side side, Uplo uplo, Transpose trans, Diag diag, std::int64_t m, std::int64_t n,
          T alpha, const T* a, std::int64_t lda, T* b, std::int64_t ldb) {
  multiply_by_triangle(
      triangle_of_layout("trmm", layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb));
}

template <class T>
void trsm(Layout layout, Side side, Uplo uplo, Transpose trans, Diag diag, std::int64_t m, std::int64_t n,
          T alpha, const T* a, std::int64_t lda, T* b, std::int64_t ldb) {
  solve_triangle(triangle_of_layout("trsm", layout, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb));
}

template void trmm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, float, const float*,
                   std::int64_t, float*, std::int64_t);
template void trsm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, float, const float*,
                   std::int64_t, float*, std::int64_t);
template void trmm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, double, const double*,
                   std::int64_t, double*, std::int64_t);
template void trsm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, double, const double*,
                   std::int64_t, double*, std::int64_t);
template void trmm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, std::complex<float>,
                   const std::complex<float>*, std::int64_t, std::complex<float>*, std::int64_t);
template void trsm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, std::complex<float>,
                   const std::complex<float>*, std::int64_t, std::complex<float>*, std::int64_t);
template void trmm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, std::complex<double>,
                   const std::complex<double>*, std::int64_t, std::complex<double>*, std::int64_t);
template void trsm(Layout, Side, Uplo, Transpose, Diag, std::int64_t, std::int64_t, std::complex<double>,
                   const std::complex<double>*, std::int64_t, std::complex<double>*, std::int64_t);

}  // namespace numapack
