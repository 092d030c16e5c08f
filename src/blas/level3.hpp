// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <type_traits>

#include "blas/face.hpp"
#include "blas/serve.hpp"
#include "numapack/level3.hpp"

// The standard's level 3: what is refused, then the library's own. False: left to the program's own BLAS.
namespace numapack::standard {

using Size = std::int64_t;

inline Side side_of(char letter) { return is_letter(letter, 'L') ? Side::left : Side::right; }
inline Uplo uplo_of(char letter) { return is_letter(letter, 'U') ? Uplo::upper : Uplo::lower; }
inline Diag diag_of(char letter) { return is_letter(letter, 'U') ? Diag::unit : Diag::non_unit; }

/// Whether op(A) may be this in a product of A with itself: Hermitian ones know no plain transpose, complex
/// symmetric ones no conjugate.
template <class T>
bool is_trans_of_square(char trans, bool hermitian) {
  constexpr bool complex = !std::is_floating_point_v<T>;
  return is_letter(trans, 'N') || (is_letter(trans, 'T') && !hermitian) ||
         (is_letter(trans, 'C') && (hermitian || !complex));
}

template <class T>
[[nodiscard]] bool gemm(const Face& face, char trans_a, char trans_b, Size m, Size n, Size k, T alpha,
                        const T* a, Size lda, const T* b, Size ldb, T beta, T* c, Size ldc) {
  const bool rows = face.by_rows();
  if (face.refuses({is_trans(trans_a), is_trans(trans_b), m >= 0, n >= 0, k >= 0, any, any,
                    lda >= least(is_transposed(trans_a) != rows ? k : m), any,
                    ldb >= least(is_transposed(trans_b) != rows ? n : k), any, any,
                    ldc >= least(rows ? n : m)}))
    return true;
  return serve<T>({Routine::gemm, m, n, k, {trans_a, trans_b}, rows}, [&] {
    numapack::gemm<T>(face.layout, transpose_of(trans_a), transpose_of(trans_b), m, n, k, alpha, a, lda, b,
                      ldb, beta, c, ldc);
  });
}

template <class T>
[[nodiscard]] bool gemmt(const Face& face, char uplo, char trans_a, char trans_b, Size n, Size k, T alpha,
                         const T* a, Size lda, const T* b, Size ldb, T beta, T* c, Size ldc) {
  const bool rows = face.by_rows();
  if (face.refuses({is_uplo(uplo), is_trans(trans_a), is_trans(trans_b), n >= 0, k >= 0, any, any,
                    lda >= least(is_transposed(trans_a) != rows ? k : n), any,
                    ldb >= least(is_transposed(trans_b) != rows ? n : k), any, any, ldc >= least(n)}))
    return true;
  return serve<T>({Routine::gemmt, n, n, k, {uplo, trans_a, trans_b}, rows}, [&] {
    numapack::gemmt<T>(face.layout, uplo_of(uplo), transpose_of(trans_a), transpose_of(trans_b), n, k, alpha,
                       a, lda, b, ldb, beta, c, ldc);
  });
}

/// symm, and hemm for a Hermitian A.
template <class T>
[[nodiscard]] bool symm(const Face& face, Routine routine, char side, char uplo, Size m, Size n, T alpha,
                        const T* a, Size lda, const T* b, Size ldb, T beta, T* c, Size ldc) {
  const bool rows = face.by_rows();
  if (face.refuses({is_side(side), is_uplo(uplo), m >= 0, n >= 0, any, any,
                    lda >= least(is_letter(side, 'L') ? m : n), any, ldb >= least(rows ? n : m), any, any,
                    ldc >= least(rows ? n : m)}))
    return true;
  const Size order = is_letter(side, 'L') ? m : n;
  return serve<T>({routine, m, n, order, {side, uplo}, rows}, [&] {
    if constexpr (!std::is_floating_point_v<T>)
      if (routine == Routine::hemm)
        return numapack::hemm<T>(face.layout, side_of(side), uplo_of(uplo), m, n, alpha, a, lda, b, ldb, beta,
                                 c, ldc);
    numapack::symm<T>(face.layout, side_of(side), uplo_of(uplo), m, n, alpha, a, lda, b, ldb, beta, c, ldc);
  });
}

/// syrk; herk where the scalars are real next to complex matrices.
template <class T, class Scalar>
[[nodiscard]] bool syrk(const Face& face, Routine routine, char uplo, char trans, Size n, Size k,
                        Scalar alpha, const T* a, Size lda, Scalar beta, T* c, Size ldc) {
  const bool hermitian = routine == Routine::herk;
  if (face.refuses({is_uplo(uplo), is_trans_of_square<T>(trans, hermitian), n >= 0, k >= 0, any, any,
                    lda >= least(is_transposed(trans) != face.by_rows() ? k : n), any, any, ldc >= least(n)}))
    return true;
  return serve<T>({routine, n, n, k, {uplo, trans}, face.by_rows()}, [&] {
    if constexpr (std::is_same_v<T, Scalar>)
      numapack::syrk<T>(face.layout, uplo_of(uplo), transpose_of(trans), n, k, alpha, a, lda, beta, c, ldc);
    else
      numapack::herk<T>(face.layout, uplo_of(uplo), transpose_of(trans), n, k, alpha, a, lda, beta, c, ldc);
  });
}

/// syr2k; her2k where beta is real next to complex matrices.
template <class T, class Scalar>
[[nodiscard]] bool syr2k(const Face& face, Routine routine, char uplo, char trans, Size n, Size k, T alpha,
                         const T* a, Size lda, const T* b, Size ldb, Scalar beta, T* c, Size ldc) {
  const bool hermitian = routine == Routine::her2k;
  const Size stored = least(is_transposed(trans) != face.by_rows() ? k : n);
  if (face.refuses({is_uplo(uplo), is_trans_of_square<T>(trans, hermitian), n >= 0, k >= 0, any, any,
                    lda >= stored, any, ldb >= stored, any, any, ldc >= least(n)}))
    return true;
  return serve<T>({routine, n, n, k, {uplo, trans}, face.by_rows()}, [&] {
    if constexpr (std::is_same_v<T, Scalar>)
      numapack::syr2k<T>(face.layout, uplo_of(uplo), transpose_of(trans), n, k, alpha, a, lda, b, ldb, beta,
                         c, ldc);
    else
      numapack::her2k<T>(face.layout, uplo_of(uplo), transpose_of(trans), n, k, alpha, a, lda, b, ldb, beta,
                         c, ldc);
  });
}

/// trmm and trsm.
template <class T>
[[nodiscard]] bool triangle(const Face& face, Routine routine, char side, char uplo, char trans, char diag,
                            Size m, Size n, T alpha, const T* a, Size lda, T* b, Size ldb) {
  if (face.refuses({is_side(side), is_uplo(uplo), is_trans(trans), is_diag(diag), m >= 0, n >= 0, any, any,
                    lda >= least(is_letter(side, 'L') ? m : n), any, ldb >= least(face.by_rows() ? n : m)}))
    return true;
  const Size order = is_letter(side, 'L') ? m : n;
  return serve<T>({routine, m, n, order, {side, uplo, trans, diag}, face.by_rows()}, [&] {
    const auto call = routine == Routine::trmm ? &numapack::trmm<T> : &numapack::trsm<T>;
    call(face.layout, side_of(side), uplo_of(uplo), transpose_of(trans), diag_of(diag), m, n, alpha, a, lda,
         b, ldb);
  });
}

}  // namespace numapack::standard
