// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/integer.hpp"
#include "base/range.hpp"

namespace numapack {

/// Columns of a panel of a matrix with `reflectors` of them: wide enough for the products with the rest,
/// narrow enough for what the panel itself takes. From the sizes alone, so that the same call has the same
/// bits.
inline Index panel_width(Index reflectors) {
  if (reflectors <= 48) return std::max<Index>(1, reflectors);
  return reflectors < 512 ? 32 : (reflectors < 2048 ? 64 : 128);
}

/// Calls each(panel) for the columns of every panel in its order. The factorisation runs them, and its plan
/// is made of them.
template <class Each>
void each_panel(Index reflectors, const Each& each) {
  const Index width = panel_width(reflectors);
  for (Index begin = 0; begin < reflectors; begin += width)
    each(Range{begin, std::min(reflectors, begin + width)});
}

}  // namespace numapack
