// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/cholesky_plan.hpp"

namespace numapack {

/// Gives each tile of a plan to one of its tasks: to the one that has most of its pages, unless that leaves
/// one with too much of the work; else dealt over a grid of the tasks, or, where their threads are not as
/// many, by rows. `homes`: of L. Pure.
void deal_tiles(CholeskyPlan& plan, const HomeMap& homes);

/// Whether a task's tiles meet a row of tiles of L behind this column: as their row (the first operand of a
/// lower half's product), or as their column (the second).
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
  std::vector<char> has_in_column_;  ///< [task][row]: whether it has tiles in the column of that number
};

}  // namespace numapack
