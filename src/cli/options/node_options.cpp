// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/node_options.hpp"

#include <algorithm>

#include "base/environment.hpp"
#include "base/error.hpp"

namespace numapack {

namespace {

std::string nodes_there_are(const Machine& machine) {
  std::string list;
  for (const int node : machine.compute_nodes()) {
    list += (list.empty() ? "" : ", ") + std::to_string(machine.os_index_of(node));
  }
  return list;
}

}  // namespace

std::vector<int> parse_nodes(const std::string& text, const Machine& machine) {
  std::vector<int> nodes;
  const std::vector<int> compute = machine.compute_nodes();
  for (const int number : parse_list(text, "--nodes")) {
    const int node = machine.node_by_os_index(number);
    if (node < 0 || std::find(compute.begin(), compute.end(), node) == compute.end()) {
      invalid("--nodes", "there is no node " + std::to_string(number) + " with usable cores",
              "use " + nodes_there_are(machine));
    }
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  }
  return nodes;
}

}  // namespace numapack
