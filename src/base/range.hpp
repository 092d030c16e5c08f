// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/integer.hpp"

namespace numapack {

/// Rows, columns or steps: from `begin` to before `end`.
struct Range {
  Index begin = 0, end = 0;
  Index size() const { return end - begin; }
  bool operator==(const Range&) const = default;
};

/// What two ranges share; empty if nothing.
inline Range common(Range left, Range right) {
  const Index begin = std::max(left.begin, right.begin);
  return {begin, std::max(begin, std::min(left.end, right.end))};
}

}  // namespace numapack
