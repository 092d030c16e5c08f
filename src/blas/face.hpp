// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <initializer_list>

#include "base/first_wrong.hpp"
#include "numapack/types.hpp"

// How the standard's routines are spoken to. BLAS: Dongarra et al., "A set of level 3 basic linear algebra
// subprograms", TOMS 16(1), 1990; CBLAS: BLAS Technical Forum Standard, 2001, appendix B.
namespace numapack::standard {

/// One routine as its caller sees it. Arguments are counted as he counts them.
struct Face {
  const char* routine;  ///< "DGEMM" or "cblas_dgemm"
  Layout layout = Layout::column_major;
  bool is_cblas = false;  ///< the layout is argument 1 then

  bool by_rows() const { return layout == Layout::row_major; }

  /// True if an argument is wrong: xerbla was called with the first one in Fortran's order, and the routine
  /// does nothing.
  bool refuses(std::initializer_list<bool> right) const {
    const bool is_layout = layout == Layout::column_major || layout == Layout::row_major;
    const int position = is_layout ? first_wrong(right) : 0;
    if (is_layout && position == 0) [[likely]]
      return false;
    report(position);
    return true;
  }

  /// Tells xerbla_ or cblas_xerbla, whichever the program has.
  void report(int position) const;
};

/// An argument about which nothing can be wrong.
inline constexpr bool any = true;

inline std::int64_t least(std::int64_t size) { return size > 1 ? size : 1; }

// Letters, in either case.

inline bool is_letter(char letter, char capital) { return (letter & ~0x20) == capital; }
inline bool is_trans(char letter) {
  return is_letter(letter, 'N') || is_letter(letter, 'T') || is_letter(letter, 'C');
}
inline bool is_transposed(char trans) { return !is_letter(trans, 'N'); }
inline bool is_uplo(char letter) { return is_letter(letter, 'U') || is_letter(letter, 'L'); }
inline bool is_diag(char letter) { return is_letter(letter, 'U') || is_letter(letter, 'N'); }
inline bool is_side(char letter) { return is_letter(letter, 'L') || is_letter(letter, 'R'); }

inline Transpose transpose_of(char letter) {
  return is_letter(letter, 'N')   ? Transpose::none
         : is_letter(letter, 'T') ? Transpose::transpose
                                  : Transpose::conjugate_transpose;
}

}  // namespace numapack::standard
