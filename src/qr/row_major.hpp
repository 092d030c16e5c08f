// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "qr/qr.hpp"

namespace numapack {

/// The same for row-major matrices (leading dimensions of rows; factors are row-major, too), in column-major
/// copies of them. Throws Error(invalid_argument) for any other layout.
template <class T>
void factor_row_major(const QrProblem<T>& problem, Layout layout);
template <class T>
void multiply_by_q_row_major(const QrProduct<T>& product, Layout layout);
template <class T>
void make_q_row_major(const QrColumns<T>& columns, Layout layout);
template <class T>
Index solve_row_major(const LeastSquares<T>& problem, Layout layout);

}  // namespace numapack
