// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include "level3/call/structure.hpp"
#include "numapack/level3.hpp"

namespace numapack {

// What routines look at before they touch anything. All throw Error(invalid_argument) with the routine, the
// argument, its value and what is allowed.

/// Whether the layout is row-major.
bool is_by_rows(const char* routine, Layout layout);

/// Rows that lie together make of a matrix its transpose, with the other triangle.
Triangle triangle_of_uplo(const char* routine, Uplo uplo, bool by_rows);

void require_side(const char* routine, Side side);
void require_diag(const char* routine, Diag diag);
/// One of the four that there are.
void require_transpose(const char* routine, Transpose op);

void require_size(const char* routine, const char* name, Index size);

/// The leading dimension of a matrix of `rows` x `columns` as it is stored, column-major.
void require_matrix(const char* routine, const char* name, const std::string& leading_name, Index rows,
                    Index columns, Index leading, std::size_t element_bytes);

/// Of what is not empty.
void require_address(const char* routine, const char* name, const void* address,
                     const char* advice = "pass the address of its first element");

/// Rows of a matrix with n rows, counted from 1, as getrf gives them.
void require_pivots(const char* routine, const std::int64_t* pivots, Index n);

}  // namespace numapack
