// SPDX-License-Identifier: BSD-3-Clause
#include "numapack/lapack.hpp"

#include "lapack/cholesky.hpp"
#include "lapack/inverse/inverse.hpp"

namespace numapack {

namespace {

/// Where A stands before B as columns have them: a row-major B is stored transposed, like everything.
Side side_in(Layout layout) { return layout == Layout::row_major ? Side::right : Side::left; }

}  // namespace

template <class T>
std::int64_t potrf(Layout layout, Uplo uplo, std::int64_t n, T* a, std::int64_t lda) {
  // A row-major L is a column-major U = L^T, and conj(A) = U^H U is what is stored.
  return factor_cholesky(stored_triangle("potrf", layout, uplo, n, a, lda));
}

template <class T>
void potrs(Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* a, std::int64_t lda, T* b,
           std::int64_t ldb) {
  const bool by_rows = is_by_rows("potrs", layout);
  solve(CholeskySolution<T>{"potrs", triangle_of_uplo("potrs", uplo, by_rows), side_in(layout), n, nrhs, a,
                            lda, b, ldb});
}

template <class T>
std::int64_t posv(Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, T* a, std::int64_t lda, T* b,
                  std::int64_t ldb) {
  return factor_and_solve(stored_triangle("posv", layout, uplo, n, a, lda), side_in(layout), nrhs, b, ldb);
}

template <class T>
std::int64_t potri(Layout layout, Uplo uplo, std::int64_t n, T* a, std::int64_t lda) {
  return invert_from_cholesky(stored_triangle("potri", layout, uplo, n, a, lda));
}

template <class T>
std::int64_t trtri(Layout layout, Uplo uplo, Diag diag, std::int64_t n, T* a, std::int64_t lda) {
  const StoredTriangle<T> matrix = stored_triangle("trtri", layout, uplo, n, a, lda);
  require_diag("trtri", diag);
  // X A is close to the identity in either layout.
  return invert_triangle(matrix, diag == Diag::unit, side_in(layout));
}

template <class T>
void lauum(Layout layout, Uplo uplo, std::int64_t n, T* a, std::int64_t lda) {
  multiply_by_adjoint(stored_triangle("lauum", layout, uplo, n, a, lda));
}

template <class T>
std::int64_t getri(Layout layout, std::int64_t n, T* a, std::int64_t lda, const std::int64_t* pivots) {
  is_by_rows("getri", layout);
  return invert(LuInverse<T>{layout, n, a, lda, pivots});
}

template std::int64_t potrf(Layout, Uplo, std::int64_t, float*, std::int64_t);
template void potrs(Layout, Uplo, std::int64_t, std::int64_t, const float*, std::int64_t, float*,
                    std::int64_t);
template std::int64_t posv(Layout, Uplo, std::int64_t, std::int64_t, float*, std::int64_t, float*,
                           std::int64_t);
template std::int64_t potri(Layout, Uplo, std::int64_t, float*, std::int64_t);
template std::int64_t trtri(Layout, Uplo, Diag, std::int64_t, float*, std::int64_t);
template void lauum(Layout, Uplo, std::int64_t, float*, std::int64_t);
template std::int64_t getri(Layout, std::int64_t, float*, std::int64_t, const std::int64_t*);
template std::int64_t potrf(Layout, Uplo, std::int64_t, double*, std::int64_t);
template void potrs(Layout, Uplo, std::int64_t, std::int64_t, const double*, std::int64_t, double*,
                    std::int64_t);
template std::int64_t posv(Layout, Uplo, std::int64_t, std::int64_t, double*, std::int64_t, double*,
                           std::int64_t);
template std::int64_t potri(Layout, Uplo, std::int64_t, double*, std::int64_t);
template std::int64_t trtri(Layout, Uplo, Diag, std::int64_t, double*, std::int64_t);
template void lauum(Layout, Uplo, std::int64_t, double*, std::int64_t);
template std::int64_t getri(Layout, std::int64_t, double*, std::int64_t, const std::int64_t*);
template std::int64_t potrf(Layout, Uplo, std::int64_t, std::complex<float>*, std::int64_t);
template void potrs(Layout, Uplo, std::int64_t, std::int64_t, const std::complex<float>*, std::int64_t,
                    std::complex<float>*, std::int64_t);
template std::int64_t posv(Layout, Uplo, std::int64_t, std::int64_t, std::complex<float>*, std::int64_t,
                           std::complex<float>*, std::int64_t);
template std::int64_t potri(Layout, Uplo, std::int64_t, std::complex<float>*, std::int64_t);
template std::int64_t trtri(Layout, Uplo, Diag, std::int64_t, std::complex<float>*, std::int64_t);
template void lauum(Layout, Uplo, std::int64_t, std::complex<float>*, std::int64_t);
template std::int64_t getri(Layout, std::int64_t, std::complex<float>*, std::int64_t, const std::int64_t*);
template std::int64_t potrf(Layout, Uplo, std::int64_t, std::complex<double>*, std::int64_t);
template void potrs(Layout, Uplo, std::int64_t, std::int64_t, const std::complex<double>*, std::int64_t,
                    std::complex<double>*, std::int64_t);
template std::int64_t posv(Layout, Uplo, std::int64_t, std::int64_t, std::complex<double>*, std::int64_t,
                           std::complex<double>*, std::int64_t);
template std::int64_t potri(Layout, Uplo, std::int64_t, std::complex<double>*, std::int64_t);
template std::int64_t trtri(Layout, Uplo, Diag, std::int64_t, std::complex<double>*, std::int64_t);
template void lauum(Layout, Uplo, std::int64_t, std::complex<double>*, std::int64_t);
template std::int64_t getri(Layout, std::int64_t, std::complex<double>*, std::int64_t, const std::int64_t*);

}  // namespace numapack
