// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <type_traits>

#include "blas/int.hpp"
#include "blas/leave.hpp"
#include "numapack/export.h"

// Each file in faces/ is compiled once for each type and width of integers, with these definitions:
//   NUMAPACK_LETTER, NUMAPACK_CAPITAL   s, d, c or z, and the same as a capital
//   NUMAPACK_ILP64                      1: integers have 64 bits, and names end in _64
// Macros, because nothing else makes the name of a C function. What else a function is called (NumPy's and
// SciPy's wheels, OpenBLAS's cblas_…64_) is the linker's: cmake/blas.cmake.

#define NUMAPACK_JOIN_(a, b, c) a##b##c
#define NUMAPACK_JOIN(a, b, c) NUMAPACK_JOIN_(a, b, c)
#define NUMAPACK_TEXT_(text) #text
#define NUMAPACK_TEXT(text) NUMAPACK_TEXT_(text)

/// FORTRAN(gemm): dgemm_ or dgemm_64_; CBLAS(gemm): cblas_dgemm or cblas_dgemm_64.
#if NUMAPACK_ILP64
#define FORTRAN(routine) NUMAPACK_JOIN(NUMAPACK_LETTER, routine, _64_)
#define CBLAS(routine) NUMAPACK_JOIN(cblas_, NUMAPACK_JOIN(NUMAPACK_LETTER, routine, _64), )
#else
#define FORTRAN(routine) NUMAPACK_JOIN(NUMAPACK_LETTER, routine, _)
#define CBLAS(routine) NUMAPACK_JOIN(cblas_, NUMAPACK_LETTER, routine)
#endif

/// The name passed to xerbla: "DGEMM", "cblas_dgemm".
#define FORTRAN_NAME(capitals) NUMAPACK_TEXT(NUMAPACK_CAPITAL) #capitals
#define CBLAS_NAME(routine) "cblas_" NUMAPACK_TEXT(NUMAPACK_LETTER) #routine

/// LEAVE(FORTRAN(gemm))(arguments…): the program's own does it.
// NOLINTBEGIN(bugprone-macro-parentheses): decltype of a name in parentheses is another type
#define LEAVE(function)                                                                                     \
  ([]() -> numapack::standard::Left<decltype(function)>& {                                                  \
    static constinit numapack::standard::Left<decltype(function)> left(NUMAPACK_TEXT(function), &function); \
    return left;                                                                                            \
  }())
// NOLINTEND(bugprone-macro-parentheses)

namespace numapack::standard {

template <int letter>
struct TypeOf;
template <>
struct TypeOf<'S'> {
  using Element = float;
  using Real = float;
};
template <>
struct TypeOf<'D'> {
  using Element = double;
  using Real = double;
};
template <>
struct TypeOf<'C'> {
  using Element = std::complex<float>;
  using Real = float;
};
template <>
struct TypeOf<'Z'> {
  using Element = std::complex<double>;
  using Real = double;
};
using T = TypeOf<NUMAPACK_TEXT(NUMAPACK_CAPITAL)[0]>::Element;
using R = TypeOf<NUMAPACK_TEXT(NUMAPACK_CAPITAL)[0]>::Real;

/// CBLAS passes complex scalars and all complex matrices by untyped addresses.
inline constexpr bool is_complex = !std::is_floating_point_v<T>;
using InC = std::conditional_t<is_complex, void, T>;
using ScalarInC = std::conditional_t<is_complex, const void*, T>;

/// What C passes, as T. Templates, because the linker takes functions for one that differ in what they return
/// alone.
inline T scalar(T in_c) { return in_c; }
template <typename Element = T>
Element scalar(const void* in_c) {
  return *static_cast<const Element*>(in_c);
}
template <typename Element = T>
const Element* in(const InC* matrix) {
  return static_cast<const Element*>(matrix);
}
template <typename Element = T>
Element* out(InC* matrix) {
  return static_cast<Element*>(matrix);
}

}  // namespace numapack::standard
