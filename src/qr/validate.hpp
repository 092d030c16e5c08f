// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "qr/qr.hpp"

namespace numapack {

/// Each throws Error(invalid_argument) naming the argument, its value and what is allowed. Returns whether
/// there is anything to do.
template <class T>
bool has_work(const QrProblem<T>& problem);
template <class T>
bool has_work(const QrProduct<T>& product);
template <class T>
bool has_work(const QrColumns<T>& columns);
template <class T>
bool has_work(const LeastSquares<T>& problem);

}  // namespace numapack
