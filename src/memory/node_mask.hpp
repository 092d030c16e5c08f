// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <climits>
#include <cstddef>
#include <vector>

#include "machine/machine.hpp"

namespace numapack {

/// Nodes by their kernel numbers, as mbind() and set_mempolicy() take them: words.data(), length(). Nodes
/// without a number are left out.
struct NodeMask {
  static constexpr std::size_t word_bits = sizeof(unsigned long) * CHAR_BIT;
  std::vector<unsigned long> words;

  NodeMask() = default;
  NodeMask(const std::vector<int>& nodes, const Machine& machine) {
    for (const int node : nodes) {
      const int number = machine.nodes.at(static_cast<std::size_t>(node)).os_index;
      if (number >= 0) set(static_cast<std::size_t>(number));
    }
  }
  void set(std::size_t bit) {
    if (words.size() <= bit / word_bits) words.resize(bit / word_bits + 1, 0);
    words[bit / word_bits] |= 1ul << (bit % word_bits);
  }
  /// The kernel reads one bit fewer than the call passes.
  unsigned long length() const { return words.size() * word_bits + 1; }
};

}  // namespace numapack
