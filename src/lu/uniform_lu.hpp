// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "level3/call/matrix_list.hpp"
#include "lu/lu_problem.hpp"

namespace numapack {

/// Factorisations of matrices of one shape, one after the other on the calling thread, by one plan and in one
/// workspace. Each has the bits of its own factor().
template <class T>
class UniformLu {
 public:
  /// Makes the plan; where memory is denied, each is a call of its own.
  explicit UniformLu(const PanelShape& shape);

  /// Those of the lists with these numbers, which have been checked; infos by the same numbers.
  void factor(const MatrixList<T>& a, Index lda, const MatrixList<std::int64_t>& pivots, Range numbers,
              std::int64_t* infos) const;

 private:
  const PanelShape shape_;
  bool narrow_ = false;  ///< without a plan
  std::optional<LuPlan> plan_;
};

}  // namespace numapack
