// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/range.hpp"

namespace numapack {

/// Piece `part` of `parts` of a range, cut only at multiples of `unit` from its begin, as evenly as that
/// allows: sizes differ by at most one unit, larger pieces first. Pieces may be empty; together they are the
/// range.
inline Range split(Range range, Index parts, Index unit, Index part) {
  if (parts == 1) return part == 0 ? range : Range{range.end, range.end};
  const Index units = divide_up(range.size(), unit);
  const Index each = divide(units, parts), longer = units - each * parts;
  const auto edge = [&](Index piece) {
    return std::min(range.end, range.begin + (piece * each + std::min(piece, longer)) * unit);
  };
  return {edge(part), edge(part + 1)};
}

}  // namespace numapack
