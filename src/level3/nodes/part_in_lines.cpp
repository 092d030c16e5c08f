// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/part_in_lines.hpp"

#include <algorithm>
#include <numeric>

#include "base/integer.hpp"

namespace numapack {

namespace {

constexpr Index line = 64;

}  // namespace

PartInLines::PartInLines(Range rows, Range columns, Index leading, Index element_bytes)
    : rows_(rows),
      columns_{columns.begin,
               columns.begin + std::min(columns.size(), line / std::gcd(leading * element_bytes, line))},
      end_(columns.end),
      leading_(leading),
      element_(element_bytes) {}

Index PartInLines::line_of(Index row, Index column) const { return divide(byte_of(row, column), line); }

Index PartInLines::lines() const {
  Index count = 0;
  for (Index j = columns_.begin; j < columns_.end; ++j) {
    // The end of one column and the beginning of the next may share a line.
    const Index last = divide(byte_of(rows_.end, j) - 1, line);
    const bool shared = j + 1 < end_ && line_of(rows_.begin, j + 1) == last;
    count += last - line_of(rows_.begin, j) + (shared ? 0 : 1);
  }
  return count;
}

double PartInLines::over_elements() const {
  return double(lines() * line) / double(columns_.size() * rows_.size() * element_);
}

double PartInLines::share_cut(const std::vector<Index>& edges) const {
  Index cut = 0, last = -1;
  const auto look_at = [&](Index column) {
    for (const Index row : edges) {
      const Index found = line_of(row, column);
      if (byte_of(row, column) == found * line || found == last) continue;
      ++cut;
      last = found;
    }
  };
  const bool more = columns_.end < end_;  // the first of those looked at then has one before it
  if (more) {
    look_at(columns_.begin);
    cut = 0;
  }
  for (Index j = columns_.begin; j < columns_.end; ++j) look_at(j + (more ? 1 : 0));
  return double(cut) / double(lines());
}

}  // namespace numapack
