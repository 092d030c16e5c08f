// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <span>

#include "batch/batch_shape.hpp"
#include "level3/call/matrix_list.hpp"
#include "level3/call/problem.hpp"

namespace numapack {

/// Products that are alike in all but their addresses.
template <class T>
struct GemmGroup {
  Problem<T> shape;  ///< its addresses do not matter
  MatrixList<const T> a, b;
  MatrixList<T> c;
  Index problems = 0;
};

/// What the plan of a batch sees of a group.
template <class T>
BatchGroup batch_group_of(const GemmGroup<T>& group);

/// Each problem as gemm() does it, with the same bits, by one thread. Throws Error(invalid_argument) that
/// names the group before anything is written: what gemm() throws, a negative number of problems, and, where
/// batches are checked, what overlaps. Any number of threads may call at once.
template <class T>
void gemm_batch(std::span<const GemmGroup<T>> groups);

}  // namespace numapack
