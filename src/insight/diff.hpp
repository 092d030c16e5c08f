// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "profile/document/measured.hpp"

namespace numapack {

/// A cell that both profiles have.
struct CellDifference {
  std::string table;  ///< "memory_latency"
  std::string cell;   ///< "pu 0, node 1, bytes 268435456"
  std::string unit;   ///< "latency_ns"
  double left = 0, right = 0;
  bool beyond_noise = false;   ///< ranges of the samples do not touch; a figure without samples has no range
  bool within_places = false;  ///< ranges of the visits' medians touch
  double ratio() const { return right / left; }
};

/// Cells of one table together.
struct TableDifference {
  std::string table, unit;
  std::size_t compared = 0;
  std::size_t moved = 0;          ///< by more than the threshold, whatever their samples' ranges
  std::size_t within_places = 0;  ///< of those, no further apart than the visits of each
  std::size_t changed = 0;        ///< of those that moved, beyond the noise
  std::size_t only_left = 0, only_right = 0;
  double median_ratio = 1;  ///< right over left, of all compared
};

struct ProfileDifference {
  std::vector<TableDifference> tables;
  std::vector<CellDifference> moved;    ///< by more than the threshold; largest change first
  std::vector<CellDifference> changed;  ///< those of them that did beyond noise, in the same order
  std::vector<std::string> validity;    ///< cells that only one of them could measure, with its reason
  std::vector<std::string> conditions;  ///< "kernel_release: 6.1 | 6.6"; another machine, too
};

/// Of all tables together: figures that both profiles have, and those of them that moved.
struct DifferenceCount {
  std::size_t compared = 0, moved = 0, within_places = 0, changed = 0;
};
DifferenceCount count(const ProfileDifference& difference);

/// What changed from `left` to `right`. A cell is the same one if all but its figures agree. `threshold` as a
/// fraction. Pure.
ProfileDifference difference(const MeasuredProfile& left, const MeasuredProfile& right, double threshold);

}  // namespace numapack
