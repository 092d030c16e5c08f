// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/call.hpp"

namespace numapack {

/// How an element of C is summed over K.
enum class Form {
  in_steps,  ///< step by step, as the tiles round it
  in_lanes   ///< a dot product: a sum for each lane of a vector, which are added up in the end
};

/// What fixes the order of rounding, hence the bits of the answer. Follows from the call without gaps between
/// columns and the kernel (and cache blocks that were asked for or tuned) alone, never from threads, nodes,
/// homes or workspace.
struct Order {
  Form form = Form::in_steps;
  Index kc = 0;      ///< steps of K that are summed before the sum meets C
  Index pieces = 1;  ///< above 1, K is cut into so many that are summed apart, see split_k()
  Index cut = 0;     ///< at multiples of so many steps, see split_k_part()
  bool operator==(const Order&) const = default;
};

}  // namespace numapack
