// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/stored_triangle.hpp"
#include "level3/call/arguments.hpp"

namespace numapack {

/// Throws Error(invalid_argument) for what is wrong with a triangle.
template <class T>
void require(const StoredTriangle<T>& matrix) {
  require_size(matrix.routine, "n", matrix.n);
  require_matrix(matrix.routine, "a", "lda", matrix.n, matrix.n, matrix.lda, sizeof(T));
  if (matrix.n > 0) require_address(matrix.routine, "a", matrix.a);
}

}  // namespace numapack
