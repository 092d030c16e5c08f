// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/range.hpp"

namespace numapack::testing {

/// How often a cell of a grid of ranges is covered.
class Cover {
 public:
  Cover(Range rows, Range columns) : rows_(rows), columns_(columns) {}
  void add(Range rows, Range columns) { pieces_.push_back({rows, columns}); }

  /// Least and most often, over all cells that the pieces' edges cut.
  std::pair<int, int> times() const {
    std::vector<Index> down{rows_.begin, rows_.end}, across{columns_.begin, columns_.end};
    for (const auto& [rows, columns] : pieces_) {
      down.insert(down.end(), {rows.begin, rows.end});
      across.insert(across.end(), {columns.begin, columns.end});
    }
    for (auto* const edges : {&down, &across}) {
      std::sort(edges->begin(), edges->end());
      edges->erase(std::unique(edges->begin(), edges->end()), edges->end());
    }
    const std::size_t width = across.size();
    std::vector<int> change(down.size() * width, 0);
    const auto at = [&](Index row, Index column) -> int& {
      const auto i = std::lower_bound(down.begin(), down.end(), row) - down.begin();
      const auto j = std::lower_bound(across.begin(), across.end(), column) - across.begin();
      return change[std::size_t(i) * width + std::size_t(j)];
    };
    for (const auto& [rows, columns] : pieces_) {
      ++at(rows.begin, columns.begin);
      --at(rows.begin, columns.end);
      --at(rows.end, columns.begin);
      ++at(rows.end, columns.end);
    }
    int least = std::numeric_limits<int>::max(), most = 0;
    for (std::size_t i = 0; i < down.size(); ++i)
      for (std::size_t j = 0; j < width; ++j) {
        int& sum = change[i * width + j];
        if (j > 0) sum += change[i * width + j - 1];
        if (i > 0) sum += change[(i - 1) * width + j] - (j > 0 ? change[(i - 1) * width + j - 1] : 0);
        const bool inside = down[i] >= rows_.begin && down[i] < rows_.end && across[j] >= columns_.begin &&
                            across[j] < columns_.end;
        if (!inside) {
          if (sum != 0) return {-1, -1};  // beyond what there is
          continue;
        }
        least = std::min(least, sum);
        most = std::max(most, sum);
      }
    return {least, most};
  }

 private:
  Range rows_, columns_;
  std::vector<std::pair<Range, Range>> pieces_;
};

}  // namespace numapack::testing
