// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/cholesky_plan.hpp"

namespace numapack {

/// Assigns each tile of a plan to a task: to the one with most of its pages, unless that gives one task too
/// much work; else tiles are distributed over a grid of the tasks, or by rows where tasks have different
/// numbers of threads. `homes`: of L. Pure.
void deal_tiles(CholeskyPlan& plan, const HomeMap& homes);

/// Whether updates of a task's tiles use a row of tiles of L beyond this column: as their row (the first
/// operand of a lower triangle's product), or as their column (the second).
struct Meets {
  bool as_row = false, as_column = false;
  bool any() const { return as_row || as_column; }
};
class MeetingTiles {
 public:
  explicit MeetingTiles(const CholeskyPlan& plan);
  Meets of(int task, Index row, Index column) const;

 private:
  Index tiles_;
  std::vector<Index> last_column_;   ///< [task][row]: of its tiles in the row, or -1
  std::vector<char> has_in_column_;  ///< [task][row]: whether it has tiles in the column with that number
};

}  // namespace numapack
