// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "numapack/export.h"

// Defined apart from their callers, so that a program's own take their place.
extern "C" {

/// BLAS's and LAPACK's: argument *info of the routine is wrong. This one hands it to one that the program has
/// in a library of its own (find_handler), or else writes the standard's line to the standard error and
/// returns; reference BLAS stops the program.
NUMAPACK_API void xerbla_(const char* routine, const std::int64_t* info, std::size_t length);

/// CBLAS's: argument `position` (the layout is 1) is wrong; `form`, as for printf, may say more.
NUMAPACK_API void cblas_xerbla(int position, const char* routine, const char* form, ...);
}
