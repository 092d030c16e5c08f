// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace numapack {

/// Which threads of a team no region has. Rows of neighbours are taken and given back, so that a region's
/// threads are a first one and a count. Of one thread at a time.
class FreeSlots {
 public:
  explicit FreeSlots(int slots) : slots_(slots) { taken_.reserve(static_cast<std::size_t>(slots)); }

  /// The first of `count` free neighbours, taken from now on; -1, with nothing taken, if there are not so
  /// many. Does not allocate.
  int take(int count);
  /// A row that was taken.
  void give_back(int first);
  bool has(int slot) const;
  /// The most that take() would give.
  int longest() const;

 private:
  struct Row {
    int first = 0, end = 0;
  };
  const int slots_;
  std::vector<Row> taken_;  ///< in their order
};

}  // namespace numapack
