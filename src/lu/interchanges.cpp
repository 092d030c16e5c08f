#include "lu/interchanges.hpp"

#include <utility>

namespace numapack {

void Interchanges::set(const Index* pivots, Index count, Index* rows) {
  source.clear();
  moved_to.clear();
  moved_from.clear();
  for (Index i = 0; i < count; ++i) std::swap(rows[i], rows[pivots[i]]);
  source.assign(rows, rows + count);
  for (Index i = 0; i < count; ++i) {
    const Index row = pivots[i];
    if (row >= count && rows[row] != row) {
      moved_to.push_back(row);
      moved_from.push_back(rows[row]);
      rows[row] = row;
    }
  }
  for (Index i = 0; i < count; ++i) rows[i] = i;
}

void apply_to_order(const Index* pivots, Index count, Index* order) {
  for (Index i = 0; i < count; ++i) std::swap(order[i], order[pivots[i]]);
}

}  // namespace numapack
