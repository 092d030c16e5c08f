// SPDX-License-Identifier: BSD-3-Clause
#include "lu/interchanges.hpp"

#include <algorithm>
#include <utility>

namespace numapack {

void Interchanges::reserve(Index count) {
  source.reserve(static_cast<std::size_t>(count));
  moves.reserve(static_cast<std::size_t>(count));
}

void Interchanges::set(const Index* pivots, Index count, Index* rows) {
  source.clear();
  moves.clear();
  for (Index i = 0; i < count; ++i) std::swap(rows[i], rows[pivots[i]]);
  source.assign(rows, rows + count);
  for (Index i = 0; i < count; ++i)
    if (source[static_cast<std::size_t>(i)] >= count) {
      const Index row = source[static_cast<std::size_t>(i)];
      moves.push_back({row, i, rows[row]});
      rows[row] = row;
    }
  for (Index i = 0; i < count; ++i) rows[i] = i;
  std::sort(moves.begin(), moves.end(),
            [](const Move& one, const Move& other) { return one.row < other.row; });
}

void apply_to_order(const Index* pivots, Index count, Index* order) {
  for (Index i = 0; i < count; ++i) std::swap(order[i], order[pivots[i]]);
}

}  // namespace numapack
