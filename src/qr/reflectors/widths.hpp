// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/integer.hpp"
#include "base/range.hpp"

namespace numapack {

/// Columns of a panel of a matrix with `reflectors` of them, where there is no schedule (choose_qr_block()):
/// wide enough for the products with the rest, narrow enough for what the panel itself takes. From the sizes
/// alone, so that the same call has the same bits.
inline Index panel_width(Index reflectors) {
  if (reflectors <= 48) return std::max<Index>(1, reflectors);
  return reflectors < 512 ? 32 : (reflectors < 2048 ? 64 : 128);
}

/// Columns of a panel's widest unblocked panel, whose reflectors are made one by one. One column more costs
/// each of the unblocked panel's columns a pass over itself, and saves products with few columns.
inline constexpr Index unblocked_columns = 8;

/// Calls each(panel) for the columns of every panel: from the first, or from the last.
template <class Each>
void each_panel(Index reflectors, bool from_last, const Each& each) {
  const Index width = panel_width(reflectors), panels = divide_up(reflectors, width);
  for (Index turn = 0; turn < panels; ++turn) {
    const Index begin = (from_last ? panels - 1 - turn : turn) * width;
    each(Range{begin, std::min(reflectors, begin + width)});
  }
}

/// Fewer reflectors are a panel or two, without a schedule (PR-023).
inline constexpr Index least_steps_of_schedule = 128;

}  // namespace numapack
