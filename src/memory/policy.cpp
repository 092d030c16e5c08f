// SPDX-License-Identifier: BSD-3-Clause
#include "memory/policy.hpp"

#include <numaif.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>

#include "base/error.hpp"
#include "machine/text.hpp"
#include "memory/node_mask.hpp"
#include "memory/pages/page_map.hpp"
#include "memory/pages/page_sizes.hpp"
#include "memory/touch.hpp"

namespace numapack {
namespace {

using Kind = Placement::Kind;

/// Of linux/mempolicy.h; older headers lack it.
constexpr int weighted_interleave_mode = 6;

void check_shape(const Placement& placement, const char* where) {
  const auto positive = [&](std::int64_t block, const char* what) {
    if (block < 1) invalid(where, std::string(what) + " of " + std::to_string(block), "use 1 or more");
  };
  const bool tiles = placement.kind == Kind::tiles;
  if (tiles || placement.kind == Kind::block_cyclic_columns) {
    positive(placement.column_block, "blocks of columns");
  }
  if (tiles || placement.kind == Kind::block_cyclic_rows) positive(placement.row_block, "blocks of rows");
  if (tiles) {
    positive(placement.grid_rows, "a grid with rows");
    positive(placement.grid_columns, "a grid with columns");
    const std::int64_t places = std::int64_t{placement.grid_rows} * placement.grid_columns;
    if (places != static_cast<std::int64_t>(placement.nodes.size())) {
      invalid(where,
              "a grid of " + std::to_string(places) + " places for " +
                  std::to_string(placement.nodes.size()) + " nodes",
              "name one node for each place");
    }
  }
  if (placement.kind == Kind::weighted_interleave) {
    if (placement.weights.size() != placement.nodes.size()) {
      invalid(where,
              std::to_string(placement.weights.size()) + " weights for " +
                  std::to_string(placement.nodes.size()) + " nodes",
              "give one weight for each node");
    }
    for (const int weight : placement.weights) {
      if (weight < 1 || weight > 255) {
        invalid(where, "a weight of " + std::to_string(weight), "use 1 to 255 pages");
      }
    }
  }
}

void check_available(const Placement& placement, std::size_t bytes, const Machine& machine) {
  if (placement.kind != Kind::bind || !machine.is_this_machine || bytes < worth_asking_bytes) return;
  const int number = machine.os_index_of(placement.nodes.front());
  const auto available = read_node_available(number);
  if (!available || bytes <= *available) return;
  throw Error(ErrorCode::out_of_memory, "placement",
              size_text(bytes) + " do not fit on node " + std::to_string(number) + ", where " +
                  size_text(*available) + " are available",
              "prefer the node instead of binding to it, or free memory there");
}

}  // namespace

void check_placement(const Placement& placement, std::size_t bytes, const Machine& machine) {
  if (placement.kind == Kind::first_touch) return;
  const char* where = "placement";
  const bool one = placement.kind == Kind::bind || placement.kind == Kind::preferred;
  if (placement.nodes.empty() || (one && placement.nodes.size() != 1)) {
    invalid(where, std::to_string(placement.nodes.size()) + " nodes",
            one ? "bind to one node" : "name at least one");
  }
  std::uint64_t capacity = 0;
  bool known = true;
  for (const int node : placement.nodes) {
    if (node < 0 || node >= static_cast<int>(machine.nodes.size())) {
      invalid(where, "there is no node with index " + std::to_string(node),
              "the machine has " + std::to_string(machine.nodes.size()));
    }
    const Node& target = machine.nodes[static_cast<std::size_t>(node)];
    if (!target.usable_memory) {
      invalid(where, "node " + std::to_string(target.os_index) + " has no memory that may be used",
              "choose a node with memory, such as the one that home_for() gives");
    }
    capacity += target.memory_bytes.value_or(0);
    known = known && target.memory_bytes;
  }
  check_shape(placement, where);
  if (known && bytes > capacity && placement.kind != Kind::preferred) {
    throw Error(ErrorCode::out_of_memory, where,
                size_text(bytes) + " do not fit on node " + to_string(placement, machine) + ", which has " +
                    size_text(capacity),
                "spread the memory over more nodes or use smaller operands");
  }
  check_available(placement, bytes, machine);
}

AppliedPolicy apply_placement(void* mapping, std::size_t bytes, const Placement& placement,
                              const Machine& machine) {
  if (placement.kind != Kind::first_touch && !machine.is_this_machine) {
    return {false, "the machine \"" + machine.source + "\" is not the one this runs on"};
  }
  int mode = MPOL_LOCAL;
  if (placement.kind == Kind::bind) mode = MPOL_BIND;
  if (placement.kind == Kind::preferred) mode = MPOL_PREFERRED;
  if (placement.kind == Kind::interleave) mode = MPOL_INTERLEAVE;
  if (placement.kind == Kind::weighted_interleave) {
    std::vector<int> numbers;
    for (const int node : placement.nodes) {
      numbers.push_back(machine.nodes.at(static_cast<std::size_t>(node)).os_index);
    }
    if (read_kernel_weights(numbers) == placement.weights) mode = weighted_interleave_mode;
  }
  if (mode == MPOL_LOCAL) {
    // A process started under another policy (numactl --interleave) would spread even these pages.
    mbind(mapping, bytes, MPOL_LOCAL, nullptr, 0, 0);
    return {placement.kind == Kind::first_touch, ""};
  }
  const NodeMask mask(placement.nodes, machine);
  if (mbind(mapping, bytes, mode, mask.words.data(), mask.length(), 0) == 0) return {true, ""};
  return {false, "the kernel refuses mbind to " + to_string(placement, machine) + " (" +
                     std::strerror(errno) + "): pages go where they are first touched"};
}

MomentaryPolicy::MomentaryPolicy(void* begin, std::size_t bytes, int node, const Machine& machine) {
  if (!machine.is_this_machine || bytes == 0) return;
  const NodeMask mask({node}, machine);
  if (mask.words.empty()) return;
  const auto number = reinterpret_cast<std::uintptr_t>(begin);
  const std::size_t page = machine.page_bytes, before = number % page;
  char* const first = static_cast<char*>(begin) - before;
  const std::size_t whole = (before + bytes + page - 1) / page * page;
  // Not MPOL_BIND: on a full node the kernel would end the process.
  if (mbind(first, whole, MPOL_PREFERRED, mask.words.data(), mask.length(), 0) != 0) return;
  begin_ = first;
  bytes_ = whole;
}

MomentaryPolicy::~MomentaryPolicy() {
  if (begin_ != nullptr) mbind(begin_, bytes_, MPOL_LOCAL, nullptr, 0, 0);
}

bool make_pages_on(void* begin, std::size_t bytes, int node, const Machine& machine) {
  const MomentaryPolicy policy(begin, bytes, node, machine);
  if (policy.refused()) return false;
  make_pages(begin, bytes);
  return true;
}

std::optional<std::vector<int>> read_kernel_weights(const std::vector<int>& nodes,
                                                    const std::filesystem::path& root) {
  std::vector<int> weights;
  for (const int node : nodes) {
    std::ifstream file(root / "sys/kernel/mm/mempolicy/weighted_interleave" /
                       ("node" + std::to_string(node)));
    int weight = 0;
    if (!(file >> weight)) return std::nullopt;
    weights.push_back(weight);
  }
  return weights;
}

std::optional<std::uint64_t> read_node_available(int node, const std::filesystem::path& root) {
  std::ifstream file(root / "sys/devices/system/node" / ("node" + std::to_string(node)) / "meminfo");
  std::map<std::string, std::uint64_t> kilobytes;
  std::uint64_t value = 0;
  for (std::string line; std::getline(file, line);) {
    char name[64];
    if (std::sscanf(line.c_str(), "Node %*d %63[^:]: %lu", name, &value) == 2) kilobytes[name] = value;
  }
  if (kilobytes.count("MemFree") == 0) return std::nullopt;
  const std::uint64_t files = kilobytes["FilePages"], shared = kilobytes["Shmem"];
  return 1024 * (kilobytes["MemFree"] + (files > shared ? files - shared : 0) + kilobytes["SReclaimable"]);
}

}  // namespace numapack
