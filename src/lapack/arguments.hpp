// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/half_matrix.hpp"

namespace numapack {

// What all routines of this room look at before they touch anything. All throw Error(invalid_argument) with
// the argument, its value and what is allowed.

void require_size(const char* routine, const char* name, Index size);

/// The leading dimension of a matrix of `rows` x `columns` as it is stored.
void require_matrix(const char* routine, const char* name, const char* leading_name, Index rows,
                    Index columns, Index leading, std::size_t element_bytes);

/// Of what is not empty.
void require_address(const char* routine, const char* name, const void* address);

template <class T>
void require(const HalfMatrix<T>& matrix) {
  require_size(matrix.routine, "n", matrix.n);
  require_matrix(matrix.routine, "a", "lda", matrix.n, matrix.n, matrix.lda, sizeof(T));
  if (matrix.n > 0) require_address(matrix.routine, "a", matrix.a);
}

/// Finds out what the environment says wrongly before the first of several products is begun.
void require_runtime(Type type);

}  // namespace numapack
