// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blas/level3.hpp"
#include "numapack/level2.hpp"

// The standard's level 2, as far as the library has it; as level3.hpp.
namespace numapack::standard {

template <class T>
[[nodiscard]] bool gemv(const Face& face, char trans, Size m, Size n, T alpha, const T* a, Size lda,
                        const T* x, Size incx, T beta, T* y, Size incy) {
  if (face.refuses({is_trans(trans), m >= 0, n >= 0, any, any, lda >= least(face.by_rows() ? n : m), any,
                    incx != 0, any, any, incy != 0}))
    return true;
  // The standard leaves y alone even where only the sums are empty.
  if (m == 0 || n == 0) return true;
  return serve<T>({Routine::gemv, m, n, 1, {trans}, face.by_rows()}, [&] {
    numapack::gemv<T>(face.layout, transpose_of(trans), m, n, alpha, a, lda, x, incx, beta, y, incy);
  });
}

/// ger and geru; gerc where y is conjugated.
template <class T>
[[nodiscard]] bool ger(const Face& face, bool conjugate, Size m, Size n, T alpha, const T* x, Size incx,
                       const T* y, Size incy, T* a, Size lda) {
  if (face.refuses(
          {m >= 0, n >= 0, any, any, incx != 0, any, incy != 0, any, lda >= least(face.by_rows() ? n : m)}))
    return true;
  return serve<T>({Routine::ger, m, n, 1, {}, face.by_rows()}, [&] {
    if constexpr (!std::is_floating_point_v<T>)
      if (conjugate) return numapack::gerc<T>(face.layout, m, n, alpha, x, incx, y, incy, a, lda);
    numapack::ger<T>(face.layout, m, n, alpha, x, incx, y, incy, a, lda);
  });
}

/// symv, and hemv for a Hermitian A.
template <class T>
[[nodiscard]] bool symv(const Face& face, Routine routine, char uplo, Size n, T alpha, const T* a, Size lda,
                        const T* x, Size incx, T beta, T* y, Size incy) {
  if (face.refuses({is_uplo(uplo), n >= 0, any, any, lda >= least(n), any, incx != 0, any, any, incy != 0}))
    return true;
  return serve<T>({routine, n, n, 1, {uplo}, face.by_rows()}, [&] {
    if constexpr (!std::is_floating_point_v<T>)
      if (routine == Routine::hemv)
        return numapack::hemv<T>(face.layout, uplo_of(uplo), n, alpha, a, lda, x, incx, beta, y, incy);
    numapack::symv<T>(face.layout, uplo_of(uplo), n, alpha, a, lda, x, incx, beta, y, incy);
  });
}

/// trmv and trsv.
template <class T>
[[nodiscard]] bool trmv(const Face& face, Routine routine, char uplo, char trans, char diag, Size n,
                        const T* a, Size lda, T* x, Size incx) {
  if (face.refuses(
          {is_uplo(uplo), is_trans(trans), is_diag(diag), n >= 0, any, lda >= least(n), any, incx != 0}))
    return true;
  return serve<T>({routine, n, n, 1, {uplo, trans, diag}, face.by_rows()}, [&] {
    const auto call = [&](auto* function) {
      function(face.layout, uplo_of(uplo), transpose_of(trans), diag_of(diag), n, a, lda, x, incx);
    };
    routine == Routine::trmv ? call(&numapack::trmv<T>) : call(&numapack::trsv<T>);
  });
}

/// syr, and her of complex T.
template <class T, class R>
[[nodiscard]] bool syr(const Face& face, char uplo, Size n, R alpha, const T* x, Size incx, T* a, Size lda) {
  if (face.refuses({is_uplo(uplo), n >= 0, any, any, incx != 0, any, lda >= least(n)})) return true;
  constexpr bool real = std::is_floating_point_v<T>;
  return serve<T>({real ? Routine::syr : Routine::her, n, n, 1, {uplo}, face.by_rows()}, [&] {
    if constexpr (real)
      numapack::syr<T>(face.layout, uplo_of(uplo), n, alpha, x, incx, a, lda);
    else
      numapack::her<T>(face.layout, uplo_of(uplo), n, alpha, x, incx, a, lda);
  });
}

/// syr2, and her2 of complex T.
template <class T>
[[nodiscard]] bool syr2(const Face& face, char uplo, Size n, T alpha, const T* x, Size incx, const T* y,
                        Size incy, T* a, Size lda) {
  if (face.refuses({is_uplo(uplo), n >= 0, any, any, incx != 0, any, incy != 0, any, lda >= least(n)}))
    return true;
  constexpr bool real = std::is_floating_point_v<T>;
  return serve<T>({real ? Routine::syr2 : Routine::her2, n, n, 1, {uplo}, face.by_rows()}, [&] {
    if constexpr (real)
      numapack::syr2<T>(face.layout, uplo_of(uplo), n, alpha, x, incx, y, incy, a, lda);
    else
      numapack::her2<T>(face.layout, uplo_of(uplo), n, alpha, x, incx, y, incy, a, lda);
  });
}

}  // namespace numapack::standard
