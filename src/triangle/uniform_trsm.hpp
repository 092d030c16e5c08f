// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "level3/call/matrix_list.hpp"
#include "triangle/triangle.hpp"
#include "triangle/triangle_plan.hpp"

namespace numapack {

/// Solutions with triangles of one shape, one after the other on the calling thread, by one plan and in one
/// workspace. Each has the bits of its own solve_triangle().
template <class T>
class UniformTrsm {
 public:
  /// `shape` has been checked; its addresses do not matter. Where memory is denied, each is a call of its
  /// own.
  explicit UniformTrsm(const TriangularProblem<T>& shape);

  /// Those of the lists with these numbers.
  void solve(const MatrixList<const T>& a, const MatrixList<T>& b, Range numbers) const;

 private:
  const TriangularProblem<T> shape_;
  std::optional<TrianglePlan> plan_;  ///< none for few lines, or nothing to do
};

}  // namespace numapack
