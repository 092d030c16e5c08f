// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "blas/body.hpp"

namespace numapack::standard {

/// Tells the program's xerbla_ which argument is wrong, counted from 1, or, where it has none, standard
/// error, in the words of the reference BLAS.
void report_wrong_argument(const char* routine, int position);

/// Runs the call; settings that make no sense count as not set, with a line on standard error. What it throws
/// nevertheless gets a line, too, and a refused argument is reported as `position`; nothing was written then.
void serve_batch(const char* routine, int position, const Body& call) noexcept;

}  // namespace numapack::standard
