// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numapack/error.hpp"

/// Layouts and operations that routines take. Enumerators have BLAS++'s spelling as well, so that code
/// written for its `blas::` compiles with `namespace blas = numapack`.
namespace numapack {

enum class Layout { row_major = 101, column_major = 102, RowMajor = row_major, ColMajor = column_major };

enum class Transpose {
  none,
  transpose,
  conjugate_transpose,
  conjugate,  ///< conjugated, not transposed
  NoTrans = none,
  Trans = transpose,
  ConjTrans = conjugate_transpose,
};
using Op = Transpose;

/// On which side of the other operand the structured one stands.
enum class Side { left, right, Left = left, Right = right };

/// The triangle of a square matrix, with the diagonal, that is read and written. The other one is neither.
enum class Uplo { upper, lower, Upper = upper, Lower = lower };

/// Whether the diagonal of a triangle is read, or counts as ones.
enum class Diag { non_unit, unit, NonUnit = non_unit, Unit = unit };

}  // namespace numapack
