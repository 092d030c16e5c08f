#include "memory/census.hpp"

#include <numaif.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "memory/page_scan.hpp"
#include "memory/page_walk.hpp"
#include "memory/process_pages.hpp"
#include "memory/smaps.hpp"

namespace numapack {
namespace {

/// Pages asked for in one call: large enough to make the call itself cheap, small enough to stay in the L2
/// cache.
constexpr std::size_t batch_pages = 4096;

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

/// From here on the kernel's sums by mapping are asked for instead of every page.
constexpr std::size_t worth_sums_bytes = 64u << 20;

/// Adds pages up.
class Tally {
 public:
  Tally(const Machine& machine, Census& census) : indices_(index_by_number(machine)), census_(census) {}

  /// `sign` -1: takes them off again.
  void add(const PagesOnNode& pages, int sign) {
    const int node = node_of(pages.node, indices_);
    if (node < 0) strange_ = pages.node;
    add(node, (pages.end - pages.begin) / census_.page_bytes, sign);
  }
  void add(int node, std::uint64_t count, int sign) {
    if (sign < 0) count = ~count + 1;
    present_ += count;
    if (node >= 0) census_.by_node[static_cast<std::size_t>(node)] += count;
  }
  void finish() {
    census_.untouched = census_.pages - std::min(census_.pages, present_);
    if (strange_ >= 0) {
      census_.unavailable = "pages on node " + std::to_string(strange_) + ", which the machine does not have";
    }
  }

 private:
  std::vector<int> indices_;
  Census& census_;
  std::uint64_t present_ = 0;
  int strange_ = -1;
};

/// By the page tables, or where the kernel does not show them by its sums for each mapping.
std::uint64_t huge_bytes_in(std::uintptr_t first, std::uintptr_t end) {
  std::vector<PresentPages> present;
  if (!scan_present(0, first, end, present)) {
    return transparent_huge_bytes(reinterpret_cast<void*>(first), end - first);
  }
  std::uint64_t bytes = 0;
  for (const PresentPages& pages : present) {
    if (pages.huge && !pages.zero_page) bytes += pages.end - pages.begin;
  }
  return bytes;
}

/// The kernel's sums for the mappings that the stretch covers (up to 5 times as fast as asking for each
/// page), pages one by one only where it covers a mapping in part. False if the kernel does not tell;
/// `result` is as before.
bool count_by_mappings(std::uintptr_t first, std::uintptr_t end, const Machine& machine, Census& result) {
  Census counted = result;
  Tally tally(machine, counted);
  try {
    for (const ProcessMapping& mapping : process_pages(getpid(), machine, "/", true).mappings) {
      const std::uintptr_t from = std::max(first, mapping.begin), to = std::min(end, mapping.end);
      if (from >= to) continue;
      const bool mostly = to - from > (mapping.end - mapping.begin) / 2;
      const auto walk = [&](std::uintptr_t begin, std::uintptr_t stop, int sign) {
        return begin >= stop ||
               walk_pages(0, begin, stop, [&](const PagesOnNode& pages) { tally.add(pages, sign); }).empty();
      };
      if (mostly) {
        for (std::size_t node = 0; node < mapping.by_node.size(); ++node) {
          tally.add(static_cast<int>(node), mapping.by_node[node] / counted.page_bytes, 1);
        }
        if (!walk(mapping.begin, from, -1) || !walk(to, mapping.end, -1)) return false;
      } else if (!walk(from, to, 1)) {
        return false;
      }
    }
  } catch (const Error&) {
    return false;
  }
  tally.finish();
  counted.huge_bytes = huge_bytes_in(first, end);
  result = std::move(counted);
  return true;
}

}  // namespace

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
  const std::uintptr_t end = first + result.pages * result.page_bytes;
  if (end - first >= worth_sums_bytes && count_by_mappings(first, end, machine, result)) return result;
  Tally tally(machine, result);
  result.unavailable = walk_pages(0, first, end, [&](const PagesOnNode& pages) { tally.add(pages, 1); });
  if (!result.unavailable.empty()) {
    result.by_node.assign(machine.nodes.size(), 0);
    return result;
  }
  tally.finish();
  result.huge_bytes = huge_bytes_in(first, end);
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
  auto query = std::make_unique<PageQuery>();
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
