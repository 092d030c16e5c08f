// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "level2/symv_plan.hpp"
#include "memory/homes/home_samples.hpp"
#include "schedule/schedule.hpp"

namespace numapack {

/// The division of columns or rows of a matrix among threads for work that is all reading and writing.
struct LinesPlan {
  Index rows = 0, columns = 0;
  bool of_rows = false;
  std::vector<Range> pieces;  ///< several per thread, so that a late thread delays the others only a little
  std::vector<PiecesTask> tasks;
};

/// The plan for a matrix with these homes on these teams' threads: the node that holds most of a piece does
/// that piece. Small work goes to the first thread of the first team. Pure.
LinesPlan share_lines(bool of_rows, const HomeMap& homes, std::size_t element_bytes,
                      std::vector<NodeTeam> workers);

/// Its steps for so many teams; detail 0: the piece. Pure.
Schedule make_lines_schedule(const LinesPlan& plan, std::size_t teams);

/// for_lines() with a function that takes no memory to be passed: see there.
void for_lines_each(bool of_rows, const MatrixAt& matrix, std::size_t element_bytes,
                    const std::function<void(Range)>& each);

/// each(columns), or each(rows), for all of a matrix as it is stored, by such a plan; on the calling thread
/// if no team is available. Needs no memory, so that work can always be completed. Thread-safe.
template <class Each>
void for_lines(bool of_rows, const MatrixAt& matrix, std::size_t element_bytes, const Each& each) {
  for_lines_each(of_rows, matrix, element_bytes, std::cref(each));
}

}  // namespace numapack
