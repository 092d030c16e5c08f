// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "level3/algorithms/skinny_choice.hpp"
#include "level3/call/order.hpp"

namespace numapack {

/// The choice that follows from a call and a kernel alone, regardless of threads, nodes and homes: the order
/// of rounding, regardless of gaps between columns as well, and the algorithm that implements it unless a
/// node has a reason to pack (see task_of()).
struct Choice {
  enum class Kind { in_place, skinny, panels };
  Order order;
  Kind kind = Kind::panels;
  SkinnyChoice skinny;  ///< for Kind::skinny
  bool operator==(const Choice&) const = default;
};

/// The only function that chooses an algorithm. Pure: no state, no environment, independent of this CPU.
/// `wanted`: requested or tuned cache blocks; kc 0: none. Structured operands are packed, because packing
/// handles the structure, except for tiny ones. Takes some tens of nanoseconds for small products.
Choice choose(const Call& call, const KernelShape& kernel, const Blocking& wanted = {});

/// All possible results of choose() for the call, over all limits and cycles that a row may have. Pure.
std::vector<Choice> all_choices(const Call& call, const KernelShape& kernel, const Blocking& wanted = {});

}  // namespace numapack
