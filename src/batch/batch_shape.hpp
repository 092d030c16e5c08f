// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/range.hpp"

namespace numapack {

/// Operands of a problem, what is written first.
inline constexpr int most_batch_operands = 3;

/// Problems of one call that are alike.
struct BatchGroup {
  Index problems = 0;
  double cost = 0;  ///< of one, in multiplications and additions of a product
  std::array<Index, most_batch_operands> elements{};  ///< of one's operands

  double all() const { return cost * double(problems); }
};

/// All of a batch that may decide anything but where its matrices lie. No addresses.
struct BatchShape {
  std::span<const BatchGroup> groups;
  std::size_t element_bytes = 8;

  double cost() const {
    double sum = 0;
    for (const BatchGroup& group : groups) sum += group.all();
    return sum;
  }
};

/// The node that most of each problem's operand lies on, group after group; empty: all on node 0 of one.
struct BatchHomes {
  std::array<std::vector<std::int16_t>, most_batch_operands> of;
  /// A problem's part on each node, one number a node; empty: all of it is on the node above.
  std::array<std::vector<float>, most_batch_operands> parts;

  int node_of(int operand, Index problem) const {
    const std::vector<std::int16_t>& nodes = of[static_cast<std::size_t>(operand)];
    return nodes.empty() ? 0 : nodes[static_cast<std::size_t>(problem)];
  }
};

}  // namespace numapack
