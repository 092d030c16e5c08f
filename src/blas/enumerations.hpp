// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blas/face.hpp"

namespace numapack::standard {

// CBLAS's enumerations, as the integers that callers pass, to Fortran's letters; '?' for those that do not
// exist, which is then refused where it stands.

inline char trans_letter(int trans) {
  return trans == 111 ? 'N' : trans == 112 ? 'T' : trans == 113 ? 'C' : '?';
}
inline char uplo_letter(int uplo) { return uplo == 121 ? 'U' : uplo == 122 ? 'L' : '?'; }
inline char diag_letter(int diag) { return diag == 131 ? 'N' : diag == 132 ? 'U' : '?'; }
inline char side_letter(int side) { return side == 141 ? 'L' : side == 142 ? 'R' : '?'; }

inline Face cblas(const char* routine, int layout) { return {routine, static_cast<Layout>(layout), true}; }

}  // namespace numapack::standard
