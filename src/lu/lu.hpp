// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lu/lu_plan.hpp"
#include "lu/lu_problem.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

/// P A = L U, of a row-major A row-major factors, with the process's runtime: validate, look where the pages
/// are, plan, execute. Returns LAPACK's info (0, or the first column, from 1, whose pivot is zero). Any
/// number of threads may call at once. Throws Error; nothing is written then.
template <class T>
Index factor(const LuProblem<T>& problem, const Options& options = {});

/// The plan that factor() would follow now.
template <class T>
LuPlan plan_for(const LuProblem<T>& problem, const Options& options = {});

/// The plan of the calling thread alone, with workspace and matrix on its node.
LuPlan plan_of_caller(const PanelShape& shape, Runtime& runtime);

/// op(A) X = B from the factors of a square matrix, in place of B (n x columns, column-major).
template <class T>
struct LuSolution {
  Transpose trans = Transpose::none;
  Index n = 0, columns = 0;
  const T* lu = nullptr;
  Index ldlu = 0;
  Layout factors = Layout::column_major;  ///< of lu alone
  const std::int64_t* pivots = nullptr;
  T* b = nullptr;
  Index ldb = 0;
};

/// Blocks by substitution, the rest by multiplication. Thread-safe. Throws Error; nothing is written then.
template <class T>
void solve(const LuSolution<T>& solution);

}  // namespace numapack
