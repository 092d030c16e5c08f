// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sched.h>

#include <filesystem>
#include <string>

#include "machine/machine.hpp"

namespace numapack::testing {

/// Adds a node with these cores, one for each list of hardware threads, in a package of its own.
inline void add_node(Machine& machine, const std::vector<std::vector<int>>& pus_of_cores) {
  const int index = static_cast<int>(machine.nodes.size());
  Node node;
  node.os_index = index;
  node.package = node.die = index;
  node.memory_bytes = std::uint64_t{1} << 30;
  for (const auto& pus : pus_of_cores) {
    Core core;
    core.package = core.die = core.node = index;
    core.pus = core.usable_pus = pus;
    node.cores.push_back(static_cast<int>(machine.cores.size()));
    machine.cores.push_back(core);
    machine.allowance.online_pus += static_cast<int>(pus.size());
  }
  machine.nodes.push_back(node);
  machine.packages.push_back({index, "synthetic"});
  machine.dies = index + 1;
  machine.allowance.affinity_pus = machine.allowance.cpuset_pus = machine.allowance.online_pus;
  machine.distances.assign(machine.nodes.size(), std::vector<double>(machine.nodes.size(), 20));
  for (std::size_t i = 0; i < machine.nodes.size(); ++i) machine.distances[i][i] = 10;
}

/// Nodes with the same number of cores, one hardware thread each, numbered on from `first_pu`. One node a
/// package.
inline Machine flat_machine(int nodes, int cores_per_node, int first_pu = 0) {
  Machine machine;
  machine.source = "flat test machine";
  machine.architecture = "x86_64";
  for (int node = 0; node < nodes; ++node) {
    std::vector<std::vector<int>> cores;
    for (int core = 0; core < cores_per_node; ++core) cores.push_back({first_pu++});
    add_node(machine, cores);
  }
  return machine;
}

/// Hardware threads that the calling thread may run on.
inline std::vector<int> host_pus() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof(mask), &mask);
  std::vector<int> pus;
  for (int pu = 0; pu < CPU_SETSIZE; ++pu) {
    if (CPU_ISSET(static_cast<std::size_t>(pu), &mask)) pus.push_back(pu);
  }
  return pus;
}

/// One node, with one core for each hardware thread that this process may run on.
inline Machine host_machine() {
  Machine machine;
  machine.source = "this machine, as one node";
  machine.is_this_machine = machine.runs_here = true;
  std::vector<std::vector<int>> cores;
  for (const int pu : host_pus()) cores.push_back({pu});
  add_node(machine, cores);
  return machine;
}

/// The same with each core in a node of its own.
inline Machine host_machine_one_core_a_node() {
  Machine machine;
  machine.source = "this machine, one core a node";
  machine.is_this_machine = machine.runs_here = true;
  for (const int pu : host_pus()) add_node(machine, {{pu}});
  return machine;
}

/// Why host_machine_one_core_a_node() cannot name a node that the kernel does not have; null where it can.
inline const char* no_node_to_invent() {
  if (host_pus().size() < 2) return "needs two hardware threads";
  if (std::filesystem::exists("/sys/devices/system/node/node1")) return "the kernel has a node 1";
  return nullptr;
}

}  // namespace numapack::testing
