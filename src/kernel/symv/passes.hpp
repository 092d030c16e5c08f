// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "base/integer.hpp"

// What level 2 asks of the kernels that work on one triangle of a matrix, by columns.
namespace numapack {

/// What an element of a stored triangle is used for.
enum class TriangleUse : std::uint8_t {
  both,    ///< its row and its column: A is symmetric or Hermitian
  rows,    ///< A is a triangle
  columns  ///< A is a triangle's transpose
};

/// Some columns of a matrix of which one triangle is stored, with their square on the diagonal, times a
/// vector: y
/// += alpha A x. (Both uses fused as BLIS's dotxaxpyf: Van Zee & van de Geijn, TOMS 41(3), 2015.)
template <class T>
struct MirrorPass {
  static constexpr Index together = 8;  ///< multiples of this number of columns run fastest
  bool lower = true;
  bool hermitian = false;  ///< what is stored as imaginary part of the diagonal does not count
  bool conjugate = false;  ///< conj(A) x; of a symmetric A it is nothing
  TriangleUse use = TriangleUse::both;
  bool strict = false;   ///< of a triangle: without the diagonal, which is not read
  Index n = 0;           ///< order of the whole matrix
  const T* a = nullptr;  ///< its first element, too
  Index leading = 0;
  Index begin = 0, end = 0;  ///< the columns
  T alpha{1};
  const T* x = nullptr;
  T* y = nullptr;  ///< n elements; those that these columns have nothing for stay
};

/// x = op(A)^-1 x of a triangle A, in place; no element of x has a gap behind it.
template <class T>
struct SubstitutionPass {
  bool lower = true;       ///< A as it is stored, column-major
  bool across = false;     ///< op(A) is A transposed
  bool conjugate = false;  ///< A
  bool unit = false;       ///< ones on the diagonal, which are not read
  Index n = 0;
  const T* a = nullptr;
  Index lda = 0;
  T* x = nullptr;
};

/// Some columns of a symmetric or Hermitian matrix of which one triangle is stored: A += alpha x y^T + alpha
/// y x^T, or alpha x y^H + conj(alpha) y x^H; without a y alpha x x^T, or alpha x x^H.
template <class T>
struct UpdatePass {
  bool lower = true;
  bool hermitian = false;  ///< imaginary parts on the diagonal are not read, and become 0
  Index n = 0;             ///< order of the whole matrix
  T* a = nullptr;          ///< its first element
  Index leading = 0;
  Index begin = 0, end = 0;  ///< the columns
  T alpha{1};
  const T *x = nullptr, *y = nullptr;
};

}  // namespace numapack
