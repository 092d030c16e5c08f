#include "memory/placement.hpp"

#include <algorithm>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "machine/text.hpp"

namespace numapack {
namespace {

constexpr std::string_view first_touch_text = "first-touch";
constexpr std::string_view interleave_text = "interleave";

std::vector<int> nodes_with_memory(const Machine& machine) {
  std::vector<int> list;
  for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
    if (machine.nodes[node].usable_memory) list.push_back(static_cast<int>(node));
  }
  return list;
}

std::string os_list(const std::vector<int>& nodes, const Machine& machine) {
  std::vector<int> numbers;
  for (const int node : nodes) numbers.push_back(machine.nodes.at(static_cast<std::size_t>(node)).os_index);
  return list_text(std::move(numbers));
}

/// Kernel numbers as indices; each must be a node whose memory may be used.
std::vector<int> nodes_named(std::string_view list, std::string_view text, const Machine& machine) {
  const std::string where = "placement \"" + std::string(text) + "\"";
  const std::string advice = "nodes with memory: " + os_list(nodes_with_memory(machine), machine);
  std::vector<int> nodes;
  for (const int number : parse_list(list, where)) {
    const int node = machine.node_by_os_index(number);
    if (node < 0) invalid(where, "there is no node " + std::to_string(number), advice);
    if (!machine.nodes[static_cast<std::size_t>(node)].usable_memory) {
      invalid(where, "node " + std::to_string(number) + " has no memory that may be used", advice);
    }
    nodes.push_back(node);
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

bool is_list(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789-,") == std::string_view::npos;
}

}  // namespace

Placement parse_placement(std::string_view text, const Machine& machine) {
  if (text == first_touch_text) return Placement::first_touch();
  if (text == interleave_text) return Placement::interleave(nodes_with_memory(machine));
  if (text.starts_with(interleave_text) && text.substr(interleave_text.size()).starts_with(':')) {
    return Placement::interleave(nodes_named(text.substr(interleave_text.size() + 1), text, machine));
  }
  const std::string where = "placement \"" + std::string(text) + "\"";
  const std::string forms =
      "use first-touch, a node's number, interleave or interleave:LIST; nodes with memory: " +
      os_list(nodes_with_memory(machine), machine);
  if (!is_list(text)) invalid(where, "not a placement", forms);
  const std::vector<int> nodes = nodes_named(text, text, machine);
  if (nodes.size() != 1) invalid(where, "memory can be bound to one node only", forms);
  return Placement::bind(nodes.front());
}

std::string to_string(const Placement& placement, const Machine& machine) {
  switch (placement.kind) {
    case Placement::Kind::first_touch:
      break;
    case Placement::Kind::bind:
      return os_list(placement.nodes, machine);
    case Placement::Kind::interleave:
      return "interleave:" + os_list(placement.nodes, machine);
  }
  return std::string(first_touch_text);
}

}  // namespace numapack
