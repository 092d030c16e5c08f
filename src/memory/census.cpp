#include "memory/census.hpp"

#include <numaif.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>

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

int node_of(int status, const std::vector<int>& indices) {
  if (status < 0 || static_cast<std::size_t>(status) >= indices.size()) return -1;
  return indices[static_cast<std::size_t>(status)];
}

}  // namespace

Census census(const void* data, std::size_t bytes, const Machine& machine) {
  Census result;
  result.page_bytes = page_size();
  result.by_node.assign(machine.nodes.size(), 0);
  if (bytes == 0) return result;
  char* const first = static_cast<char*>(page_start(data, result.page_bytes));
  const auto span = static_cast<std::size_t>(static_cast<const char*>(data) + bytes - first);
  result.pages = (span + result.page_bytes - 1) / result.page_bytes;
  if (!machine.is_this_machine) {
    result.unavailable = "the machine \"" + machine.source + "\" is not the one this runs on";
    return result;
  }
  const std::vector<int> indices = index_by_number(machine);
  auto query = std::make_unique<PageQuery>();
  for (std::uint64_t done = 0; done < result.pages;) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(batch_pages, result.pages - done));
    for (std::size_t at = 0; at < count; ++at) query->page(at) = first + (done + at) * result.page_bytes;
    const int* status = query->ask(count);
    if (status == nullptr) {
      result.unavailable =
          std::string("the kernel refuses to say where pages are (") + std::strerror(errno) + ")";
      result.by_node.assign(machine.nodes.size(), 0);
      result.untouched = 0;
      return result;
    }
    for (std::size_t at = 0; at < count; ++at) {
      const int node = node_of(status[at], indices);
      if (node >= 0) {
        ++result.by_node[static_cast<std::size_t>(node)];
      } else if (status[at] < 0) {
        // Not there yet, swapped out, or the page of zeros that reading an untouched page gives.
        ++result.untouched;
      } else {
        result.unavailable =
            "pages on node " + std::to_string(status[at]) + ", which the machine does not have";
      }
    }
    done += count;
  }
  result.huge_bytes = transparent_huge_bytes(first, result.pages * result.page_bytes);
  return result;
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
