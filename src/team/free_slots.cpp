// SPDX-License-Identifier: BSD-3-Clause
#include "team/free_slots.hpp"

#include <algorithm>

namespace numapack {

int FreeSlots::take(int count) {
  int first = 0;
  auto next = taken_.begin();
  for (; next != taken_.end() && next->first - first < count; ++next) first = next->end;
  if (next == taken_.end() && slots_ - first < count) return -1;
  taken_.insert(next, {first, first + count});
  return first;
}

void FreeSlots::give_back(int first) { taken_.erase(std::ranges::find(taken_, first, &Row::first)); }

bool FreeSlots::has(int slot) const {
  return std::ranges::none_of(taken_, [=](const Row& row) { return row.first <= slot && slot < row.end; });
}

int FreeSlots::longest() const {
  int longest = 0, begin = 0;
  for (const Row& row : taken_) {
    longest = std::max(longest, row.first - begin);
    begin = row.end;
  }
  return std::max(longest, slots_ - begin);
}

}  // namespace numapack
