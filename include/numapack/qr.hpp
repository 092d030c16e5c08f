// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstdint>

#include "numapack/export.h"
#include "numapack/types.hpp"

/// QR and least squares, as LAPACK has them. T is float, double, std::complex<float> or std::complex<double>;
/// leading dimensions in elements; any number of threads may call at once; the same call has the same bits
/// wherever the pages are and however many threads work. Row-major layouts hold for all matrices of a call,
/// and cost a column-major copy of each. Error is thrown before anything is written: negative sizes, sizes
/// and leading dimensions that do not fit, unknown operations, null pointers, no memory for panels. Only if
/// an inner product finds no memory for packing, results may be partly written.
///
/// By recursive panels in compact WY form (Elmroth and Gustavson, IBM J. Res. Dev. 44(4), 2000; Schreiber and
/// Van Loan, SIAM J. Sci. Stat. Comput. 10(1), 1989).
namespace numapack {

/// A = Q R in place of A (m x n): LAPACK's geqrf. R on and above the diagonal (min(m, n) x n, its diagonal
/// real), the reflectors below, their factors in tau (min(m, n)): Q = H_1 H_2 ..., H_j = I - tau_j v_j v_j^H,
/// where v_j has zeros before element j, a one there, and the rest below the diagonal of column j. NaN and
/// infinity spread through the factors and are no error.
template <class T>
NUMAPACK_API void geqrf(Layout layout, std::int64_t m, std::int64_t n, T* a, std::int64_t lda, T* tau);

/// C = op(Q) C (left) or C op(Q) (right) in place of C (m x n), with the Q of k reflectors as geqrf() left
/// them in A (m x k or n x k, k <= m or n): LAPACK's ormqr. trans: none or conjugate_transpose; transpose,
/// too, for real T. Nothing on or above the diagonal of A is read.
template <class T>
NUMAPACK_API void ormqr(Layout layout, Side side, Transpose trans, std::int64_t m, std::int64_t n,
                        std::int64_t k, const T* a, std::int64_t lda, const T* tau, T* c, std::int64_t ldc);

/// ormqr() by its name for complex T.
template <class T>
NUMAPACK_API void unmqr(Layout layout, Side side, Transpose trans, std::int64_t m, std::int64_t n,
                        std::int64_t k, const T* a, std::int64_t lda, const T* tau, T* c, std::int64_t ldc);

/// The first n columns of Q in place of the k reflectors that geqrf() left in A (m x n, k <= n <= m):
/// LAPACK's orgqr. Nothing on or above the diagonal of A is read.
template <class T>
NUMAPACK_API void orgqr(Layout layout, std::int64_t m, std::int64_t n, std::int64_t k, T* a, std::int64_t lda,
                        const T* tau);

/// orgqr() by its name for complex T.
template <class T>
NUMAPACK_API void ungqr(Layout layout, std::int64_t m, std::int64_t n, std::int64_t k, T* a, std::int64_t lda,
                        const T* tau);

/// op(A) X = B for A (m x n) of full rank: LAPACK's gels. B has max(m, n) rows and nrhs columns; the
/// right-hand sides are its first m (trans: none) or n rows, the solutions its first n or m. For an
/// overdetermined system they are least squares solutions, and the squares of the elements below a solution
/// sum up to the squared norm of its residual; for an underdetermined one they have least norm. trans: none
/// or conjugate_transpose; transpose, too, for real T. A becomes its factors, QR where m >= n, else LQ (of a
/// scaled A, if its elements are near under- or overflow). Returns LAPACK's info: 0, or the first row (from
/// 1) of the triangle whose diagonal element is exactly zero: A has not full rank, and B is unchanged. If all
/// elements of A are zero, X = 0.
template <class T>
NUMAPACK_API std::int64_t gels(Layout layout, Transpose trans, std::int64_t m, std::int64_t n,
                               std::int64_t nrhs, T* a, std::int64_t lda, T* b, std::int64_t ldb);

}  // namespace numapack
