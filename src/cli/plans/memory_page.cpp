// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plans/memory_page.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "base/readable.hpp"
#include "cli/terminal/json_values.hpp"
#include "memory/homes/placed_home.hpp"

namespace numapack {

namespace {

/// Bytes of the operands by the node that they are asked to be on.
std::vector<double> bytes_by_node(const Job& job, const Machine& machine) {
  const auto nodes = static_cast<int>(machine.nodes.size());
  const int first = machine.home_for(machine.compute_nodes().front());
  std::vector<double> bytes(machine.nodes.size(), 0.0);
  for (int operand = 0; operand < 3; ++operand) {
    if (!job.has(operand)) continue;
    const Index rows = job.rows(operand), columns = job.columns(operand);
    const HomeMap homes =
        home_of(job.placement[static_cast<std::size_t>(operand)], rows, columns, nodes, first);
    const std::vector<double> elements = homes.elements_by_node({0, rows}, {0, columns});
    for (std::size_t node = 0; node < bytes.size(); ++node)
      bytes[node] += elements[node] * double(job.call.element_bytes());
  }
  return bytes;
}

}  // namespace

std::vector<MemoryShort> memory_short(const Job& job, const Machine& machine, Index problems) {
  const double all = job.bytes() * double(problems);
  if (machine.nodes_of_unknown_memory().empty()) {
    double memory = 0;
    for (const Node& node : machine.nodes) memory += double(*node.memory_bytes);
    if (all > memory) return {{std::nullopt, all, memory}};
  }
  std::vector<MemoryShort> shorts;
  if (problems > 1) return shorts;
  const std::vector<double> bytes = bytes_by_node(job, machine);
  for (std::size_t node = 0; node < bytes.size(); ++node) {
    const auto& memory = machine.nodes[node].memory_bytes;
    if (memory && bytes[node] > double(*memory))
      shorts.push_back({machine.nodes[node].os_index, bytes[node], double(*memory)});
  }
  return shorts;
}

std::string describe(const std::vector<MemoryShort>& all, const std::string& begin) {
  std::string text;
  for (const MemoryShort& one : all) {
    const std::string bytes = readable_bytes(one.operand_bytes), memory = readable_bytes(one.memory_bytes);
    text += begin +
            (one.node ? fmt::format("{} of the operands are to be on node {}, which has {}: planned as "
                                    "if they were there\n",
                                    bytes, *one.node, memory)
                      : fmt::format("the operands take {}, the machine has {}: planned as if they fitted\n",
                                    bytes, memory));
  }
  return text;
}

nlohmann::json to_json(const std::vector<MemoryShort>& all) {
  nlohmann::json list = nlohmann::json::array();
  for (const MemoryShort& one : all)
    list.push_back({{"node", or_null(one.node)},
                    {"operand_bytes", one.operand_bytes},
                    {"memory_bytes", one.memory_bytes}});
  return list;
}

}  // namespace numapack
