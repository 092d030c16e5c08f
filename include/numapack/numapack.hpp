// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstdint>

#include "numapack/error.hpp"
#include "numapack/export.h"

/// numapack: dense linear algebra for machines whose memory is not uniform.
///
/// Any number of threads may call at once; one of them gets the teams of bound threads, the others work
/// alone. The caller's affinity mask, memory policy and signal mask are never changed, and its pages stay
/// where they are.
namespace numapack {

enum class Layout { row_major = 101, column_major = 102 };

enum class Transpose {
  none,
  transpose,
  conjugate_transpose,
  conjugate,  ///< conjugated, not transposed
};

/// C = alpha op(A) op(B) + beta C, where op(A) is m x k, op(B) is k x n and C is m x n. Leading dimensions in
/// elements, as in BLAS. With beta == 0, C is not read; with alpha == 0 or k == 0, A and B are not. NaN and
/// infinity in A or B reach C. The same call gives the same bits wherever the pages are and however many
/// threads work. T: float, double, std::complex<float>, std::complex<double>. Throws Error before anything is
/// written: negative sizes, a leading dimension below the stored rows (columns in row major), null pointers,
/// C sharing an element with A or B, no memory for packing.
template <class T>
NUMAPACK_API void gemm(Layout layout, Transpose trans_a, Transpose trans_b, std::int64_t m, std::int64_t n,
                       std::int64_t k, T alpha, const T* a, std::int64_t lda, const T* b, std::int64_t ldb,
                       T beta, T* c, std::int64_t ldc);

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

/// op(A) X = B in place of B (n x nrhs) from what getrf() made of A (n x n): LAPACK's getrs. trans: none,
/// transpose or conjugate_transpose. Layout is that of both matrices. Throws Error before anything is
/// written.
template <class T>
NUMAPACK_API void getrs(Layout layout, Transpose trans, std::int64_t n, std::int64_t nrhs, const T* lu,
                        std::int64_t lda, const std::int64_t* pivots, T* b, std::int64_t ldb);

/// A X = B: getrf() and, unless it returns more than 0, getrs(). LAPACK's gesv.
template <class T>
NUMAPACK_API std::int64_t gesv(Layout layout, std::int64_t n, std::int64_t nrhs, T* a, std::int64_t lda,
                               std::int64_t* pivots, T* b, std::int64_t ldb);

/// Gives idle packing buffers back to the system; the next large call makes new ones.
NUMAPACK_API void release_workspace();

/// The version as text: "MAJOR.MINOR.PATCH".
NUMAPACK_API const char* version();

}  // namespace numapack
