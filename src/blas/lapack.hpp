// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "base/unless_denied.hpp"
#include "blas/level3.hpp"
#include "lu/plain_lu.hpp"
#include "numapack/lapack.hpp"
#include "numapack/qr.hpp"
#include "qr/plain_qr.hpp"

// LAPACK's routines, as far as the library has them: arguments, info and workspace queries as in the LAPACK
// Users' Guide (Anderson et al., 3rd edition, 1999). False: left to the program's own LAPACK.
namespace numapack::standard {

/// Arguments are refused with -position as info, and as `refuses` does.
template <class Int>
bool refuses(const Face& face, Int& info, std::initializer_list<bool> right) {
  const int position = first_wrong(right);
  info = -position;
  if (position == 0) return false;
  face.report(position);
  return true;
}

/// What a workspace query answers with: a number of the routine's type, rounded up (LAPACK's roundup_lwork).
template <class T>
T as_answer(Size elements) {
  using R = decltype(std::real(T{}));
  const R answer = static_cast<R>(elements);
  const bool is_less = static_cast<long double>(answer) < static_cast<long double>(elements);
  return is_less ? std::nextafter(answer, std::numeric_limits<R>::infinity()) : answer;
}

/// The same for routines with a workspace, of which nothing is used: `least` elements are enough, and if
/// that is what is asked for, the answer.
template <class T, class Int>
bool refuses_or_answers(const Face& face, Int& info, T* work, Int lwork, Size least_work,
                        std::initializer_list<bool> right) {
  if (refuses(face, info, right)) return true;
  work[0] = as_answer<T>(least(least_work));
  return lwork == -1;
}

inline bool is_enough(Size lwork, Size least_work) { return lwork == -1 || lwork >= least(least_work); }

/// Pivots as the library has them, 64 bits wide. There may be no memory for them.
template <class Int>
std::vector<Size> widened(const Int* pivots, Size n) {
  return {pivots, pivots + n};
}

/// info = factor(room for so many wide pivots), which go to ipiv. False: there is no memory for them.
template <class Int, class Factor>
bool with_wide_pivots(Size count, Int* ipiv, Int& info, const Factor& factor) {
  return unless_denied([&] {
    std::vector<Size> pivots(static_cast<std::size_t>(count));
    info = static_cast<Int>(factor(pivots.data()));
    std::copy(pivots.begin(), pivots.end(), ipiv);
  });
}

/// getrs by pivots as they are.
template <class T, class Int>
void solve_by_narrow_pivots(Transpose op, Size n, Size nrhs, const T* a, Size lda, const Int* ipiv, T* b,
                            Size ldb) {
  const bool plain = op == Transpose::none;
  const auto interchange = [&](Size i) {
    const Size row = Size{ipiv[i]} - 1;
    for (Size c = 0; row != i && c < nrhs; ++c) std::swap(b[i + c * ldb], b[row + c * ldb]);
  };
  const auto solve = [&](Uplo uplo, Diag diag) {
    trsm<T>(Layout::column_major, Side::left, uplo, op, diag, n, nrhs, T{1}, a, lda, b, ldb);
  };
  for (Size i = 0; plain && i < n; ++i) interchange(i);
  plain ? solve(Uplo::lower, Diag::unit) : solve(Uplo::upper, Diag::non_unit);
  plain ? solve(Uplo::upper, Diag::non_unit) : solve(Uplo::lower, Diag::unit);
  for (Size i = n - 1; !plain && i >= 0; --i) interchange(i);
}

template <class T, class Int>
[[nodiscard]] bool getrf(const Face& face, Int m, Int n, T* a, Int lda, Int* ipiv, Int& info) {
  if (refuses(face, info, {m >= 0, n >= 0, any, lda >= least(m)})) return true;
  return serve<T>({Routine::getrf, m, n, std::min(m, n)}, [&] {
    const auto factor = [&](Size* pivots) { return numapack::getrf<T>(face.layout, m, n, a, lda, pivots); };
    if (!with_wide_pivots(std::min(m, n), ipiv, info, factor))
      info = static_cast<Int>(PlainLu<T, Int>(m, n, a, 1, lda, ipiv).factor());
  });
}

template <class T, class Int>
[[nodiscard]] bool getrs(const Face& face, char trans, Int n, Int nrhs, const T* a, Int lda, const Int* ipiv,
                         T* b, Int ldb, Int& info) {
  if (refuses(face, info,
              {is_trans(trans), n >= 0, nrhs >= 0, any, lda >= least(n), any, any, ldb >= least(n)}))
    return true;
  return serve<T>({Routine::getrs, n, nrhs, n, {trans}}, [&] {
    const Transpose op = transpose_of(trans);
    const auto solve = [&] {
      numapack::getrs<T>(face.layout, op, n, nrhs, a, lda, widened(ipiv, n).data(), b, ldb);
    };
    if (!unless_denied(solve)) solve_by_narrow_pivots(op, n, nrhs, a, lda, ipiv, b, ldb);
  });
}

template <class T, class Int>
[[nodiscard]] bool gesv(const Face& face, Int n, Int nrhs, T* a, Int lda, Int* ipiv, T* b, Int ldb,
                        Int& info) {
  if (refuses(face, info, {n >= 0, nrhs >= 0, any, lda >= least(n), any, any, ldb >= least(n)})) return true;
  return serve<T>({Routine::gesv, n, nrhs, n}, [&] {
    const auto solve = [&](Size* pivots) {
      return numapack::gesv<T>(face.layout, n, nrhs, a, lda, pivots, b, ldb);
    };
    if (with_wide_pivots(n, ipiv, info, solve)) return;
    info = static_cast<Int>(PlainLu<T, Int>(n, n, a, 1, lda, ipiv).factor());
    if (info == 0) solve_by_narrow_pivots<T>(Transpose::none, n, nrhs, a, lda, ipiv, b, ldb);
  });
}

template <class T, class Int>
[[nodiscard]] bool getri(const Face& face, Int n, T* a, Int lda, const Int* ipiv, T* work, Int lwork,
                         Int& info) {
  if (refuses_or_answers(face, info, work, lwork, n,
                         {n >= 0, any, lda >= least(n), any, any, is_enough(lwork, n)}))
    return true;
  return serve<T>({Routine::getri, n, n, n}, [&] {
    const auto invert = [&] {
      info = static_cast<Int>(numapack::getri<T>(face.layout, n, a, lda, widened(ipiv, n).data()));
    };
    if (!unless_denied(invert))
      info = static_cast<Int>(PlainLu<T, const Int>(n, n, a, 1, lda, ipiv).invert());
  });
}

template <class T, class Int>
[[nodiscard]] bool potrf(const Face& face, char uplo, Int n, T* a, Int lda, Int& info) {
  if (refuses(face, info, {is_uplo(uplo), n >= 0, any, lda >= least(n)})) return true;
  return serve<T>({Routine::potrf, n, n, n, {uplo}}, [&] {
    info = static_cast<Int>(numapack::potrf<T>(face.layout, uplo_of(uplo), n, a, lda));
  });
}

template <class T, class Int>
[[nodiscard]] bool potrs(const Face& face, char uplo, Int n, Int nrhs, const T* a, Int lda, T* b, Int ldb,
                         Int& info) {
  if (refuses(face, info, {is_uplo(uplo), n >= 0, nrhs >= 0, any, lda >= least(n), any, ldb >= least(n)}))
    return true;
  return serve<T>({Routine::potrs, n, nrhs, n, {uplo}},
                  [&] { numapack::potrs<T>(face.layout, uplo_of(uplo), n, nrhs, a, lda, b, ldb); });
}

template <class T, class Int>
[[nodiscard]] bool posv(const Face& face, char uplo, Int n, Int nrhs, T* a, Int lda, T* b, Int ldb,
                        Int& info) {
  if (refuses(face, info, {is_uplo(uplo), n >= 0, nrhs >= 0, any, lda >= least(n), any, ldb >= least(n)}))
    return true;
  return serve<T>({Routine::posv, n, nrhs, n, {uplo}}, [&] {
    info = static_cast<Int>(numapack::posv<T>(face.layout, uplo_of(uplo), n, nrhs, a, lda, b, ldb));
  });
}

template <class T, class Int>
[[nodiscard]] bool potri(const Face& face, char uplo, Int n, T* a, Int lda, Int& info) {
  if (refuses(face, info, {is_uplo(uplo), n >= 0, any, lda >= least(n)})) return true;
  return serve<T>({Routine::potri, n, n, n, {uplo}}, [&] {
    info = static_cast<Int>(numapack::potri<T>(face.layout, uplo_of(uplo), n, a, lda));
  });
}

template <class T, class Int>
[[nodiscard]] bool trtri(const Face& face, char uplo, char diag, Int n, T* a, Int lda, Int& info) {
  if (refuses(face, info, {is_uplo(uplo), is_diag(diag), n >= 0, any, lda >= least(n)})) return true;
  return serve<T>({Routine::trtri, n, n, n, {uplo, diag}}, [&] {
    info = static_cast<Int>(numapack::trtri<T>(face.layout, uplo_of(uplo), diag_of(diag), n, a, lda));
  });
}

template <class T, class Int>
[[nodiscard]] bool lauum(const Face& face, char uplo, Int n, T* a, Int lda, Int& info) {
  if (refuses(face, info, {is_uplo(uplo), n >= 0, any, lda >= least(n)})) return true;
  return serve<T>({Routine::lauum, n, n, n, {uplo}},
                  [&] { numapack::lauum<T>(face.layout, uplo_of(uplo), n, a, lda); });
}

template <class T, class Int>
[[nodiscard]] bool geqrf(const Face& face, Int m, Int n, T* a, Int lda, T* tau, T* work, Int lwork,
                         Int& info) {
  // Of no rows none is needed (LAPACK 3.11).
  const Size least_work = m == 0 ? 1 : n;
  if (refuses_or_answers(face, info, work, lwork, least_work,
                         {m >= 0, n >= 0, any, lda >= least(m), any, any, is_enough(lwork, least_work)}))
    return true;
  return serve<T>({Routine::geqrf, m, n, std::min(m, n)},
                  [&] { numapack::geqrf<T>(face.layout, m, n, a, lda, tau); });
}

/// ormqr; unmqr for complex matrices.
template <class T, class Int>
[[nodiscard]] bool ormqr(const Face& face, char side, char trans, Int m, Int n, Int k, const T* a, Int lda,
                         const T* tau, T* c, Int ldc, T* work, Int lwork, Int& info) {
  const Size order = is_letter(side, 'L') ? m : n, least_work = is_letter(side, 'L') ? n : m;
  const char transposed = std::is_floating_point_v<T> ? 'T' : 'C';
  if (refuses_or_answers(face, info, work, lwork, least_work,
                         {is_side(side), is_letter(trans, 'N') || is_letter(trans, transposed), m >= 0,
                          n >= 0, k >= 0 && k <= order, any, lda >= least(order), any, any, ldc >= least(m),
                          any, is_enough(lwork, least_work)}))
    return true;
  return serve<T>({Routine::ormqr, m, n, k, {side, trans}}, [&] {
    const auto call = [&] {
      if constexpr (std::is_floating_point_v<T>)
        return &numapack::ormqr<T>;
      else
        return &numapack::unmqr<T>;
    }();
    call(face.layout, side_of(side), transpose_of(trans), m, n, k, a, lda, tau, c, ldc);
  });
}

/// orgqr; ungqr for complex matrices.
template <class T, class Int>
[[nodiscard]] bool orgqr(const Face& face, Int m, Int n, Int k, T* a, Int lda, const T* tau, T* work,
                         Int lwork, Int& info) {
  if (refuses_or_answers(
          face, info, work, lwork, n,
          {m >= 0, n >= 0 && n <= m, k >= 0 && k <= n, any, lda >= least(m), any, any, is_enough(lwork, n)}))
    return true;
  return serve<T>({Routine::orgqr, m, n, k}, [&] {
    if constexpr (std::is_floating_point_v<T>)
      numapack::orgqr<T>(face.layout, m, n, k, a, lda, tau);
    else
      numapack::ungqr<T>(face.layout, m, n, k, a, lda, tau);
  });
}

template <class T, class Int>
[[nodiscard]] bool gels(const Face& face, char trans, Int m, Int n, Int nrhs, T* a, Int lda, T* b, Int ldb,
                        T* work, Int lwork, Int& info) {
  const char transposed = std::is_floating_point_v<T> ? 'T' : 'C';
  const Size smaller = std::min(m, n), least_work = smaller + std::max<Size>(smaller, nrhs);
  if (refuses_or_answers(
          face, info, work, lwork, least_work,
          {is_letter(trans, 'N') || is_letter(trans, transposed), m >= 0, n >= 0, nrhs >= 0, any,
           lda >= least(m), any, ldb >= least(std::max(m, n)), any, is_enough(lwork, least_work)}))
    return true;
  return serve<T>({Routine::gels, m, n, nrhs, {trans}}, [&] {
    const Transpose op = transpose_of(trans);
    const auto solve = [&] {
      info = static_cast<Int>(numapack::gels<T>(face.layout, op, m, n, nrhs, a, lda, b, ldb));
    };
    if (!unless_denied(solve))
      info = static_cast<Int>(solve_plainly(LeastSquares<T>{op, m, n, nrhs, a, lda, b, ldb}, work));
  });
}

}  // namespace numapack::standard
