// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/integer.hpp"

namespace numapack {

/// Rows, columns or steps: from `begin` to before `end`.
struct Range {
  Index begin = 0, end = 0;
  Index size() const { return end - begin; }
  bool operator==(const Range&) const = default;
};

}  // namespace numapack
