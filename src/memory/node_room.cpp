// SPDX-License-Identifier: BSD-3-Clause
#include "memory/node_room.hpp"

#include <numaif.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "memory/node_mask.hpp"

namespace numapack {
namespace {

/// What the kernel keeps back for itself on each node is a few MiB; other programs need some, too.
constexpr std::uint64_t margin_bytes = std::uint64_t{128} << 20;

}  // namespace

std::optional<std::uint64_t> read_node_room(int os_index, const std::filesystem::path& root) {
  std::ifstream file(root / ("sys/devices/system/node/node" + std::to_string(os_index) + "/meminfo"));
  std::optional<std::uint64_t> room;
  std::string word, number, key;
  std::uint64_t kilobytes = 0;
  std::string unit_and_rest;
  while (file >> word >> number >> key >> kilobytes && std::getline(file, unit_and_rest))
    if (key == "MemFree:" || key == "Inactive(file):") room = room.value_or(0) + kilobytes * 1024;
  return room;
}

void let_overflow_if_full(const Buffer& buffer, int node, const Machine& machine) {
  if (machine.nodes.size() < 2 || !machine.is_this_machine || buffer.size() == 0) return;
  const int number = machine.nodes.at(static_cast<std::size_t>(node)).os_index;
  if (number < 0 || read_node_room(number).value_or(UINT64_MAX) >= buffer.size() + margin_bytes) return;
  const NodeMask mask({node}, machine);
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(buffer.data()) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(buffer.data()) + buffer.size();
  // A kernel that refuses has refused to bind, too.
  mbind(reinterpret_cast<void*>(begin), end - begin, MPOL_PREFERRED, mask.words.data(), mask.length(), 0);
}

}  // namespace numapack
