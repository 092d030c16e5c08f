// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <type_traits>

#include "base/error.hpp"
#include "numapack/level3.hpp"
#include "numapack/numapack.h"

// Arguments as C has them. All throw Error(invalid_argument) with the routine's name.
namespace numapack::c_interface {

inline Layout layout_of(numapack_layout layout) { return static_cast<Layout>(layout); }

/// Whether a letter is one of these two, in either case.
inline bool is_one_of(char letter, char one, char other) {
  const int upper = letter & ~0x20;
  return upper == one || upper == other;
}

inline Side side_of(const char* routine, char letter) {
  if (letter == 'L' || letter == 'l') return Side::left;
  if (letter == 'R' || letter == 'r') return Side::right;
  invalid(routine, std::string("side '") + letter + "' does not exist", "use L or R");
}

inline Uplo uplo_of(const char* routine, char letter) {
  if (letter == 'U' || letter == 'u') return Uplo::upper;
  if (letter == 'L' || letter == 'l') return Uplo::lower;
  invalid(routine, std::string("uplo '") + letter + "' does not exist", "use U or L");
}

inline Diag diag_of(const char* routine, char letter) {
  if (letter == 'U' || letter == 'u') return Diag::unit;
  if (letter == 'N' || letter == 'n') return Diag::non_unit;
  invalid(routine, std::string("diag '") + letter + "' does not exist", "use U (ones) or N");
}

/// A scalar: a real by value, a complex one by address.
template <class T, class InC>
auto scalar(const char* routine, const char* name, InC in_c) {
  if constexpr (std::is_pointer_v<InC>) {
    if (in_c == nullptr)
      invalid(routine, std::string(name) + " is a null pointer", "pass the address of a complex number");
    return *static_cast<const T*>(in_c);
  } else {
    return in_c;
  }
}

template <class Pointer>
void require(Pointer pointer, const char* where, const char* name) {
  if (pointer == nullptr) invalid(where, std::string(name) + " is a null pointer", "pass an address");
}

template <class T>
const T* input(const void* matrix) {
  return static_cast<const T*>(matrix);
}

}  // namespace numapack::c_interface
