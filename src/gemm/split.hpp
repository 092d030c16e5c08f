#pragma once

#include <algorithm>

#include "gemm/homes.hpp"

namespace numapack {

/// Smallest multiple of `unit` that is at least `value`.
constexpr Index round_up(Index value, Index unit) { return (value + unit - 1) / unit * unit; }

/// Quotient rounded up, for value >= 0.
constexpr Index divide_up(Index value, Index by) { return (value + by - 1) / by; }

/// Piece `part` of `parts` of a range, cut only at multiples of `unit` from its begin, as evenly as that
/// allows: sizes differ by at most one unit, larger pieces first. Pieces may be empty; together they are the
/// range.
inline Range split(Range range, Index parts, Index unit, Index part) {
  const Index units = divide_up(range.size(), unit);
  const Index each = units / parts, longer = units % parts;
  const auto edge = [&](Index piece) {
    return std::min(range.end, range.begin + (piece * each + std::min(piece, longer)) * unit);
  };
  return {edge(part), edge(part + 1)};
}

}  // namespace numapack
