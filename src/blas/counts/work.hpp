// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>

#include "blas/counts/routine.hpp"

namespace numapack::standard {

/// What a call is to do: sizes as in the table of multiply_adds(), letters as the caller has them.
struct Work {
  Routine routine = Routine::gemm;
  std::int64_t m = 0, n = 0, k = 0;
  std::array<char, 4> letters{};  ///< side, uplo, trans, diag, as far as the routine has them
  bool by_rows = false;
};

/// Multiplications, each with an addition, of a call (leading terms; LAPACK Working Note 41): the same for
/// real and complex ones.
///
// clang-format off
///   gemm, gemmt: m, n, k           symm, hemm: m, n, order        syrk … her2k: n, n, k
///   trmm, trsm: m, n, order        gemv, ger: m, n, 1             symv … her2: n, n, 1
///   getrf, geqrf: m, n, min(m, n)  getrs, gesv, potrs, posv: n, nrhs, n
///   getri, potrf, potri, trtri, lauum: n, n, n
///   ormqr, orgqr: m, n, k          gels: m, n, nrhs
// clang-format on
double multiply_adds(const Work& work);

/// Classes of sizes: of a call of size^3 multiply-adds, powers of two from 1 on; the last one is open.
inline constexpr int size_classes = 18;

/// Pure.
int size_class(double multiply_adds);

/// The least size of a class; 0 of the first one.
inline std::int64_t least_size(int size_class) { return size_class == 0 ? 0 : std::int64_t{1} << size_class; }

}  // namespace numapack::standard
