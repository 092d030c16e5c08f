// SPDX-License-Identifier: BSD-3-Clause
#include "machine/here.hpp"

#include <sched.h>

namespace numapack {

int node_here(const Machine& machine) { return machine.node_of_pu(sched_getcpu()); }

int memory_here(const Machine& machine) {
  if (machine.nodes.size() < 2) return 0;
  const int node = node_here(machine);
  return machine.home_for(node < 0 ? machine.compute_nodes().front() : node);
}

}  // namespace numapack
