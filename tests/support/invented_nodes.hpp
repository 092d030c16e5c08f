// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numeric>
#include <vector>

#include "kernel/kernel.hpp"
#include "memory/homes/homes.hpp"
#include "runtime/workspace.hpp"
#include "support/machines.hpp"
#include "support/random.hpp"
#include "team/teams.hpp"

namespace numapack::testing {

/// Nodes that are one and the same here, with teams whose threads are not bound: panels, tiles and copies
/// travel between them on any machine.
struct InventedNodes {
  InventedNodes(int nodes, int cores, Generator& random)
      : machine(invent(nodes, cores, random)), layout(lay_out_teams(machine, nodes * cores)) {}

  /// On one of them, or dealt to all by some columns.
  HomeMap some_homes(Index rows, Index columns, Generator& random) const {
    std::vector<int> over(machine.nodes.size());
    std::iota(over.begin(), over.end(), 0);
    const int nodes = static_cast<int>(over.size());
    if (random() % 2 == 0)
      return HomeMap::on_node(rows, columns, static_cast<int>(random() % over.size()), nodes);
    return HomeMap::cyclic_columns(rows, columns, 1 + static_cast<Index>(random() % 60), over, nodes);
  }

  const Machine machine;
  const std::vector<TeamLayout> layout;
  Teams teams{machine, layout, Binding::none};
  WorkspacePool pool{machine, true};

 private:
  static Machine invent(int nodes, int cores, Generator& random) {
    const std::vector<int> pus = host_pus();
    Machine machine;
    machine.architecture =
        choose_shape("", true, Type::d).set == InstructionSet::portable ? "other" : "x86_64";
    machine.is_this_machine = machine.runs_here = true;
    for (int node = 0; node < nodes; ++node)
      add_node(machine,
               std::vector<std::vector<int>>(static_cast<std::size_t>(cores), {pus[random() % pus.size()]}));
    return machine;
  }
};

}  // namespace numapack::testing
