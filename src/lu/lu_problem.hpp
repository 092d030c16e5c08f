// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lu/lu_plan.hpp"
#include "memory/homes/home_samples.hpp"

namespace numapack {

/// P A = L U in place of A (m x n, column-major). pivots: min(m, n) rows, counted from 1 as in LAPACK.
template <class T>
struct LuProblem {
  Index m = 0, n = 0;
  T* a = nullptr;
  Index lda = 0;
  std::int64_t* pivots = nullptr;
  MatrixAt matrix() const { return {a, m, n, lda}; }
  PanelShape shape() const { return {type_of<T>(), m, n}; }
};

}  // namespace numapack
