// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "level3/call/order.hpp"
#include "level3/ways/thin_choice.hpp"

namespace numapack {

/// What a call and a kernel settle between them, whoever works and wherever the operands lie: the order of
/// rounding, and the way that goes with it unless a node has a reason of its own to pack (see task_of()).
struct Choice {
  enum class Kind { in_place, skinny, panels };
  Order order;
  Kind kind = Kind::panels;
  ThinChoice thin;  ///< of a skinny one
  bool operator==(const Choice&) const = default;
};

/// The one function that chooses. Pure: no state, no environment, no look at this CPU. `wanted`: cache blocks
/// asked for or tuned; kc 0: none. What is structured is always packed: packing is what sees the structure.
/// Some tens of nanoseconds for small products.
Choice choose(const Call& call, const KernelShape& kernel, const Blocking& wanted = {});

/// All that choose() could say for the call, whatever limits and cycles the kernel's row had. Pure.
std::vector<Choice> all_choices(const Call& call, const KernelShape& kernel, const Blocking& wanted = {});

}  // namespace numapack
