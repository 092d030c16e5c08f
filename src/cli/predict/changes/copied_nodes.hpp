// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "machine/machine.hpp"

namespace numapack {

/// A node that is like one of a machine.
struct CopiedNode {
  int like = 0;  ///< index into Machine::nodes
  int copy = 0;  ///< 0: that node; 1 and more: another one, of that copy of the machine
};

/// The first `nodes` nodes with cores, all nodes without, and, where there are not so many, copies of those
/// with cores from the first on. Pure.
std::vector<CopiedNode> copied_nodes(const Machine& machine, int nodes);

/// A machine of these nodes, with so many cores on each (by the node that it is like): a node's own first
/// ones, then copies of them. A cache that all cores of a node share serves the copies, too; others come with
/// them. Copies of a machine are in packages of their own, and as far from each other as its packages are. No
/// quota limits it. Pure.
Machine machine_of(const Machine& machine, const std::vector<CopiedNode>& nodes,
                   const std::vector<int>& cores);

}  // namespace numapack
