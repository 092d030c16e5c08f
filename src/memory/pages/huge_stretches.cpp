// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/huge_stretches.hpp"

#include <numaif.h>

#include <algorithm>
#include <functional>

#include "memory/pages/page_sizes.hpp"
#include "memory/pages/smaps.hpp"

namespace numapack {
namespace {

/// Kernel number of the node of a page, or a negative error number.
int node_of_page(std::uintptr_t page) {
  void* address = reinterpret_cast<void*>(page);
  int status = -1;
  return move_pages(0, 1, &address, nullptr, &status, 0) < 0 ? -1 : status;
}

/// The node of all pages of a stretch; negative where some are elsewhere or do not exist.
int common_node(std::uintptr_t begin, std::uintptr_t end, std::size_t page_bytes) {
  std::vector<void*> addresses;
  for (std::uintptr_t page = begin; page < end; page += page_bytes)
    addresses.push_back(reinterpret_cast<void*>(page));
  std::vector<int> nodes(addresses.size(), -1);
  if (move_pages(0, addresses.size(), addresses.data(), nullptr, nodes.data(), 0) < 0) return -1;
  return std::adjacent_find(nodes.begin(), nodes.end(), std::not_equal_to<>()) == nodes.end() ? nodes.front()
                                                                                              : -1;
}

/// False if the page cannot be moved: it may be in use for a moment.
bool move_page(std::uintptr_t page, int node) {
  for (int attempt = 0; attempt < 16; ++attempt) {
    void* address = reinterpret_cast<void*>(page);
    int status = -1;
    move_pages(0, 1, &address, &node, &status, MPOL_MF_MOVE);
    if (node_of_page(page) == node) return true;
  }
  return false;
}

}  // namespace

Wish wish_of(const PageMap& map, std::size_t first, std::size_t last, std::size_t nodes) {
  std::vector<std::uint64_t> votes(nodes, 0);
  Wish wish;
  for (std::size_t page = first; page < last; ++page) {
    if (map.node[page] < 0) continue;
    ++votes[static_cast<std::size_t>(map.node[page])];
    ++wish.pages;
  }
  if (wish.pages == 0) return wish;
  const auto most = std::max_element(votes.begin(), votes.end());
  wish.node = static_cast<int>(most - votes.begin());
  wish.belonging = *most;
  return wish;
}

HugeStretches::HugeStretches(const PageMap& map, const Machine& machine) : map_(map), machine_(machine) {
  if (map.page_bytes >= huge_page_bytes) return;
  const std::size_t bytes = map.node.size() * map.page_bytes;
  shown_ = scan_present(0, map.first_page, map.first_page + bytes, present_);
  if (!shown_) exist_ = transparent_huge_bytes(reinterpret_cast<void*>(map.first_page), bytes) > 0;
}

std::optional<HugeStretch> HugeStretches::at(std::size_t first, std::size_t last, const Wish& wish) {
  if (!shown_) {
    if (!exist_ || wish.belonging == wish.pages) return std::nullopt;
    return by_trial(first, last);
  }
  const std::uintptr_t address = map_.first_page + first * map_.page_bytes;
  while (next_ < present_.size() && present_[next_].end <= address) ++next_;
  if (next_ == present_.size() || !present_[next_].huge || present_[next_].begin > address)
    return std::nullopt;
  return HugeStretch{};
}

std::optional<HugeStretch> HugeStretches::by_trial(std::size_t first, std::size_t last) const {
  const std::uintptr_t address = map_.first_page + first * map_.page_bytes;
  const std::uintptr_t begin = address - address % huge_page_bytes, end = begin + huge_page_bytes;
  const int home = common_node(begin, end, map_.page_bytes);
  if (home < 0) return std::nullopt;
  for (std::size_t page = first; page < last; ++page) {
    if (map_.node[page] < 0) continue;
    const int target = machine_.os_index_of(map_.node[page]);
    if (target == home) continue;
    const std::uintptr_t sent = map_.first_page + page * map_.page_bytes;
    if (!move_page(sent, target)) return std::nullopt;
    if (node_of_page(sent == begin ? end - map_.page_bytes : begin) == target) return HugeStretch{home};
    move_page(sent, home);  // as if nothing had been tried
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace numapack
