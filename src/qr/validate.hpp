// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "qr/qr.hpp"

namespace numapack {

/// Each throws Error(invalid_argument) naming the argument, its value and what is allowed. `layout` is that
/// of the matrices and their leading dimensions. Returns whether there is anything to do.
template <class T>
bool has_work(const QrProblem<T>& problem, Layout layout = Layout::column_major);
template <class T>
bool has_work(const QrProduct<T>& product, Layout layout = Layout::column_major);
template <class T>
bool has_work(const QrColumns<T>& columns, Layout layout = Layout::column_major);
template <class T>
bool has_work(const LeastSquares<T>& problem, Layout layout = Layout::column_major);

}  // namespace numapack
