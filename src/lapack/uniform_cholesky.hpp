// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "lapack/cholesky_plan.hpp"
#include "lapack/stored_triangle.hpp"
#include "level3/call/matrix_list.hpp"

namespace numapack {

/// Cholesky factorisations of matrices of one shape, one after the other on the calling thread, by one plan
/// and in one workspace. Each has the bits of its own factor_cholesky().
template <class T>
class UniformCholesky {
 public:
  /// `shape` has been checked; its address does not matter. Where memory is denied, each is a call of its
  /// own.
  explicit UniformCholesky(const StoredTriangle<T>& shape);

  /// Those of the list with these numbers; infos by the same numbers.
  void factor(const MatrixList<T>& a, Range numbers, std::int64_t* infos) const;

 private:
  bool factor_by_plan(StoredTriangle<T> a, const MatrixList<T>& list, Range& numbers,
                      std::int64_t* infos) const;

  const StoredTriangle<T> shape_;
  std::optional<CholeskyPlan> plan_;  ///< none for what is unblocked
};

}  // namespace numapack
