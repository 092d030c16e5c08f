// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstdint>

#include "numapack/export.h"
#include "numapack/types.hpp"

/// LU and Cholesky factorisations, solutions and inverses, as LAPACK has them. T is float, double,
/// std::complex<float> or std::complex<double>; for real types Hermitian means symmetric. Matrices are n x
/// n with leading dimensions in elements, and the layout is that of all of a call. Of a triangle or a
/// Hermitian matrix only the triangle that uplo names is read and written; imaginary parts of a Hermitian
/// diagonal are not read, and zero in results.
///
/// Results of type std::int64_t are LAPACK's info: 0, or the number, from 1, of what stopped the routine. The
/// same call gives the same bits wherever the pages are and however many threads work. Any number of threads
/// may call at once. Error(invalid_argument) is thrown before anything is written: negative sizes, leading
/// dimensions below the order (ldb: below n, row-major nrhs), null pointers, letters that do not exist. If
/// memory for packing runs out during a call, Error(out_of_memory) may leave the matrix partly factored.
namespace numapack {

/// A = P L U in place of A (m x n), partial pivoting, unit L: LAPACK's getrf. pivots: min(m, n) rows, counted
/// from 1, that row i changed places with. Returns LAPACK's info: 0, or the first column (from 1) whose pivot
/// is exactly zero; the factors are complete then too, but cannot be solved with. NaN and infinity stay in
/// the factors and are no error. The same call gives the same bits wherever the pages are and however many
/// threads work. T as for gemm. Throws Error before anything is written: negative sizes, a leading dimension
/// below the stored rows (columns in row major), null pointers, no memory for panels. Row-major matrices are
/// transposed on the way, not square ones in a copy.
template <class T>
NUMAPACK_API std::int64_t getrf(Layout layout, std::int64_t m, std::int64_t n, T* a, std::int64_t lda,
                                std::int64_t* pivots);

/// op(A) X = B in place of B (n x nrhs), from getrf()'s factors of A (n x n): LAPACK's getrs. trans: none,
/// transpose or conjugate_transpose. Layout is that of both matrices. Throws Error before anything is
/// written.
template <class T>
NUMAPACK_API void getrs(Layout layout, Transpose trans, std::int64_t n, std::int64_t nrhs, const T* lu,
                        std::int64_t lda, const std::int64_t* pivots, T* b, std::int64_t ldb);

/// A X = B: getrf() and, unless it returns more than 0, getrs(). LAPACK's gesv.
template <class T>
NUMAPACK_API std::int64_t gesv(Layout layout, std::int64_t n, std::int64_t nrhs, T* a, std::int64_t lda,
                               std::int64_t* pivots, T* b, std::int64_t ldb);

/// A = L L^H (lower) or U^H U (upper) in place of A. i > 0: the leading minor of order i is not positive
/// definite, or contains NaN; the i - 1 columns of L (rows of U) before it are the factor's, the rest is
/// undefined.
template <class T>
NUMAPACK_API std::int64_t potrf(Layout layout, Uplo uplo, std::int64_t n, T* a, std::int64_t lda);

/// A X = B in place of B (n x nrhs), from potrf()'s factor of A.
template <class T>
NUMAPACK_API void potrs(Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, const T* a,
                        std::int64_t lda, T* b, std::int64_t ldb);

/// potrf() and, unless it returns more than 0, potrs().
template <class T>
NUMAPACK_API std::int64_t posv(Layout layout, Uplo uplo, std::int64_t n, std::int64_t nrhs, T* a,
                               std::int64_t lda, T* b, std::int64_t ldb);

/// The inverse of A, in place of potrf()'s result. i > 0: element i of the factor's diagonal is zero;
/// nothing was written.
template <class T>
NUMAPACK_API std::int64_t potri(Layout layout, Uplo uplo, std::int64_t n, T* a, std::int64_t lda);

/// The inverse of a triangle in place. i > 0: element i of its diagonal is zero; nothing was written.
template <class T>
NUMAPACK_API std::int64_t trtri(Layout layout, Uplo uplo, Diag diag, std::int64_t n, T* a, std::int64_t lda);

/// L^H L (lower) or U U^H (upper) in place of the triangle.
template <class T>
NUMAPACK_API void lauum(Layout layout, Uplo uplo, std::int64_t n, T* a, std::int64_t lda);

/// The inverse of A, in place of getrf()'s result with these pivots. i > 0: pivot i is zero; nothing
/// was written. Takes memory for 512 columns.
template <class T>
NUMAPACK_API std::int64_t getri(Layout layout, std::int64_t n, T* a, std::int64_t lda,
                                const std::int64_t* pivots);

}  // namespace numapack
