// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/homed_memory.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "probe/running/bound_threads.hpp"

namespace numapack::probe {

namespace {

void touch(char* data, std::size_t bytes, std::size_t page) {
  for (std::size_t at = 0; at < bytes; at += page) data[at] = 1;
}

std::string node_name(const Machine& machine, int node) {
  return "node " + std::to_string(machine.os_index_of(node));
}

}  // namespace

HomedMemory::HomedMemory(std::size_t bytes, int home, PageKind kind, const Machine& machine) : size_(bytes) {
  if (kind == PageKind::giant)
    giant_.emplace(bytes, home, machine);
  else
    make_ordinary(home, kind, machine);
  pages_ = census(data(), bytes, machine);
  if (!pages_.unavailable.empty()) {
    if (machine.nodes.size() > 1) remarks_.push_back("placement not confirmed: " + pages_.unavailable);
  } else if (pages_.by_node[static_cast<std::size_t>(home)] != pages_.pages) {
    throw Error(ErrorCode::system, "placement",
                std::to_string(pages_.by_node[static_cast<std::size_t>(home)]) + " of " +
                    std::to_string(pages_.pages) + " pages came to " + node_name(machine, home),
                "");
  }
  const double huge = bytes == 0 ? 0 : static_cast<double>(pages_.huge_bytes) / static_cast<double>(bytes);
  if (kind == PageKind::huge && huge < 0.99) {
    remarks_.push_back(std::to_string(static_cast<int>(100 * huge)) +
                       " % in huge pages, the rest in pages of " + std::to_string(machine.page_bytes) +
                       " bytes");
  }
}

void HomedMemory::make_ordinary(int home, PageKind kind, const Machine& machine) {
  BufferOptions options;
  options.placement = Placement::bind(home);
  options.huge_pages = kind == PageKind::huge;
  buffer_ = Buffer(size_, machine, options);
  if (buffer_.policy_refused().empty()) return touch(data(), size_, machine.page_bytes);
  const std::vector<int> cores = machine.usable_cores(home);
  if (cores.empty()) {
    throw Error(ErrorCode::system, "placement",
                "the kernel refuses a memory policy (" + buffer_.policy_refused() + "), and " +
                    node_name(machine, home) + " has no core that could touch its memory first",
                "");
  }
  remarks_.push_back("placed by first touch: the kernel refuses a memory policy (" +
                     buffer_.policy_refused() + ")");
  run_bound({pu_of(machine, cores.front())},
            [&](int, Barrier&) { touch(data(), size_, machine.page_bytes); });
}

}  // namespace numapack::probe
