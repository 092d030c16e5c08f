// SPDX-License-Identifier: BSD-3-Clause
#include "team/free_seats.hpp"

#include <algorithm>

namespace numapack {

int FreeSeats::take(int count) {
  int first = 0;
  auto next = taken_.begin();
  for (; next != taken_.end() && next->first - first < count; ++next) first = next->end;
  if (next == taken_.end() && seats_ - first < count) return -1;
  taken_.insert(next, {first, first + count});
  return first;
}

void FreeSeats::give_back(int first) { taken_.erase(std::ranges::find(taken_, first, &Row::first)); }

bool FreeSeats::has(int seat) const {
  return std::ranges::none_of(taken_, [=](const Row& row) { return row.first <= seat && seat < row.end; });
}

int FreeSeats::longest() const {
  int longest = 0, begin = 0;
  for (const Row& row : taken_) {
    longest = std::max(longest, row.first - begin);
    begin = row.end;
  }
  return std::max(longest, seats_ - begin);
}

}  // namespace numapack
