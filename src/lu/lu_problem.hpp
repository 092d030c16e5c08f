// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lu/lu_plan.hpp"
#include "memory/homes/home_samples.hpp"
#include "numapack/types.hpp"

namespace numapack {

/// P A = L U in place of A (m x n). pivots: min(m, n) rows, counted from 1 as in LAPACK.
template <class T>
struct LuProblem {
  Index m = 0, n = 0;
  T* a = nullptr;
  Index lda = 0;
  std::int64_t* pivots = nullptr;
  Layout layout = Layout::column_major;
  bool by_rows() const { return layout == Layout::row_major; }
  MatrixAt matrix() const { return {a, by_rows() ? n : m, by_rows() ? m : n, lda}; }  ///< as it is stored
  PanelShape shape() const { return {type_of<T>(), m, n, by_rows()}; }
};

}  // namespace numapack
