// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "numapack/level3.hpp"
#include "numapack/numapack.h"

namespace numapack::c_interface {

// What C's letters say, in either case. Throw Error(invalid_argument).

inline Layout layout_of(numapack_layout layout) { return static_cast<Layout>(layout); }

/// Whether a letter is one of these two.
inline bool is_one_of(char letter, char one, char other) {
  const int upper = letter & ~0x20;
  return upper == one || upper == other;
}

[[noreturn]] inline void refuse_letter(const char* routine, const char* name, char letter,
                                       const char* allowed) {
  invalid(routine, std::string(name) + " '" + letter + "' does not exist", allowed);
}

inline Side side_of(const char* routine, char letter) {
  if (!is_one_of(letter, 'L', 'R')) refuse_letter(routine, "side", letter, "use L or R");
  return is_one_of(letter, 'L', 'L') ? Side::left : Side::right;
}

inline Uplo uplo_of(const char* routine, char letter) {
  if (!is_one_of(letter, 'U', 'L')) refuse_letter(routine, "uplo", letter, "use U or L");
  return is_one_of(letter, 'U', 'U') ? Uplo::upper : Uplo::lower;
}

inline Diag diag_of(const char* routine, char letter) {
  if (!is_one_of(letter, 'N', 'U')) refuse_letter(routine, "diag", letter, "use N or U");
  return is_one_of(letter, 'U', 'U') ? Diag::unit : Diag::non_unit;
}

}  // namespace numapack::c_interface
