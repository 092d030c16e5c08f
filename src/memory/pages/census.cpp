// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/census.hpp"

#include <numaif.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>

#include "memory/pages/page_sizes.hpp"
#include "memory/pages/page_walk.hpp"
#include "memory/pages/process_pages.hpp"
#include "memory/pages/smaps.hpp"

namespace numapack {
namespace {

/// Asks where pages are, a batch at a time.
class PageQuery {
 public:
  /// Status of each page: a node's kernel number, or a negative error number. Null if the kernel refuses.
  const int* ask(std::size_t count) {
    // Without targets nothing moves.
    if (move_pages(0, count, pages_.data(), nullptr, status_.data(), 0) < 0) return nullptr;
    return status_.data();
  }
  void*& page(std::size_t at) { return pages_[at]; }

 private:
  std::array<void*, batch_pages> pages_;
  std::array<int, batch_pages> status_;
};

std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

void* page_start(const void* address, std::size_t page) {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  return reinterpret_cast<void*>(number - number % page);
}

/// Kernel numbers to indices, quickly: one look-up a page.
std::vector<int> index_by_number(const Machine& machine) {
  std::vector<int> indices;
  for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
    const int number = machine.nodes[node].os_index;
    if (number < 0) continue;
    if (indices.size() <= static_cast<std::size_t>(number))
      indices.resize(static_cast<std::size_t>(number) + 1, -1);
    indices[static_cast<std::size_t>(number)] = static_cast<int>(node);
  }
  return indices;
}

std::string not_this(const Machine& machine) {
  return "the machine \"" + machine.source + "\" is not the one this runs on";
}

int node_of(int status, const std::vector<int>& indices) {
  if (status < 0 || static_cast<std::size_t>(status) >= indices.size()) return -1;
  return indices[static_cast<std::size_t>(status)];
}

/// `refused`: "" to ask, afterwards why the kernel refused, with errno.
std::vector<std::int16_t> nodes_in(pid_t process, std::uintptr_t address, std::size_t bytes,
                                   const Machine& machine, std::string& refused) {
  if (bytes == 0) return {};
  const std::size_t page = page_size();
  const std::uintptr_t first = address - address % page, span = address + bytes - first;
  std::vector<std::int16_t> nodes((span + page - 1) / page, page_untouched);
  if (!refused.empty()) return nodes;
  const std::vector<int> indices = index_by_number(machine);
  refused = walk_pages(process, first, first + nodes.size() * page, [&](const PagesOnNode& pages) {
    const int node = node_of(pages.node, indices);
    std::fill(nodes.begin() + static_cast<std::ptrdiff_t>((pages.begin - first) / page),
              nodes.begin() + static_cast<std::ptrdiff_t>((pages.end - first) / page),
              node >= 0 ? static_cast<std::int16_t>(node) : page_unknown);
  });
  return nodes;
}

}  // namespace

void add(Census& sum, const Census& found) {
  sum.page_bytes = found.page_bytes;
  sum.pages += found.pages;
  sum.untouched += found.untouched;
  sum.huge_bytes += found.huge_bytes;
  sum.by_node.resize(std::max(sum.by_node.size(), found.by_node.size()));
  for (std::size_t node = 0; node < found.by_node.size(); ++node) sum.by_node[node] += found.by_node[node];
  if (sum.unavailable.empty()) sum.unavailable = found.unavailable;
}

Census census(const void* data, std::size_t bytes, const Machine& machine) {
  Census result;
  result.page_bytes = page_size();
  result.by_node.assign(machine.nodes.size(), 0);
  if (bytes == 0) return result;
  const auto first = reinterpret_cast<std::uintptr_t>(page_start(data, result.page_bytes));
  const std::uintptr_t span = reinterpret_cast<std::uintptr_t>(data) + bytes - first;
  result.pages = (span + result.page_bytes - 1) / result.page_bytes;
  if (!machine.is_this_machine) {
    result.unavailable = not_this(machine);
    return result;
  }
  const std::vector<int> indices = index_by_number(machine);
  const std::uintptr_t end = first + result.pages * result.page_bytes;
  std::uint64_t present = 0;
  std::string unavailable = walk_pages(0, first, end, [&](const PagesOnNode& pages) {
    const std::uint64_t count = (pages.end - pages.begin) / result.page_bytes;
    const int node = node_of(pages.node, indices);
    present += count;
    if (node >= 0) {
      result.by_node[static_cast<std::size_t>(node)] += count;
    } else {
      result.unavailable =
          "pages on node " + std::to_string(pages.node) + ", which the machine does not have";
    }
  });
  if (!unavailable.empty()) {
    result.unavailable = std::move(unavailable);
    result.by_node.assign(machine.nodes.size(), 0);
    return result;
  }
  result.untouched = result.pages - present;
  result.huge_bytes = transparent_huge_bytes(reinterpret_cast<void*>(first), end - first);
  return result;
}

std::vector<std::int16_t> page_nodes(const void* data, std::size_t bytes, const Machine& machine) {
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  std::string refused = machine.is_this_machine ? "" : not_this(machine);
  auto nodes = nodes_in(0, address, bytes, machine, refused);
  if (!refused.empty()) std::fill(nodes.begin(), nodes.end(), page_unknown);
  return nodes;
}

std::vector<std::int16_t> page_nodes_of(pid_t process, std::uintptr_t address, std::size_t bytes,
                                        const Machine& machine) {
  std::string refused;
  auto nodes = nodes_in(process, address, bytes, machine, refused);
  if (!refused.empty()) refuse_process(process, errno);
  return nodes;
}

std::vector<int> homes_of(const std::vector<const void*>& addresses, const Machine& machine) {
  std::vector<int> homes(addresses.size(), -1);
  if (!machine.is_this_machine) return homes;
  const std::size_t page = page_size();
  const std::vector<int> indices = index_by_number(machine);
  const auto query =
      std::make_unique_for_overwrite<PageQuery>();  // zeros would cost more than most calls ask
  for (std::size_t done = 0; done < addresses.size();) {
    const std::size_t count = std::min(batch_pages, addresses.size() - done);
    for (std::size_t at = 0; at < count; ++at) query->page(at) = page_start(addresses[done + at], page);
    const int* status = query->ask(count);
    if (status == nullptr) return homes;
    for (std::size_t at = 0; at < count; ++at) homes[done + at] = node_of(status[at], indices);
    done += count;
  }
  return homes;
}

}  // namespace numapack
