#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "machine/machine.hpp"

namespace numapack {

/// Where the pages of an operand shall live. Nodes are indices into Machine::nodes.
struct Placement {
  enum class Kind {
    first_touch,  ///< wherever the thread that first writes a page runs
    bind,         ///< all pages on one node
    interleave,   ///< page by page round robin over the nodes
  };
  Kind kind = Kind::first_touch;
  std::vector<int> nodes;

  static Placement first_touch() { return {}; }
  static Placement bind(int node) { return {Kind::bind, {node}}; }
  static Placement interleave(std::vector<int> nodes) { return {Kind::interleave, std::move(nodes)}; }
};

/// "first-touch", "0" (bind to the node with kernel number 0), "interleave" (all nodes with memory) or
/// "interleave:0-2,5". Throws Error(invalid_argument) with the text and the nodes that exist.
Placement parse_placement(std::string_view text, const Machine& machine);

/// The inverse of parse_placement, for tables.
std::string to_string(const Placement& placement, const Machine& machine);

}  // namespace numapack
