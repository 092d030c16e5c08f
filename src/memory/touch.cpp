// SPDX-License-Identifier: BSD-3-Clause
#include "memory/touch.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace numapack {
namespace {

/// Of linux/mman.h; older headers lack it.
constexpr int populate_write = 23;
/// From here on one call is cheaper than a fault a page.
constexpr std::size_t worth_a_call_pages = 4;

}  // namespace

void make_pages(void* begin, std::size_t bytes) {
  if (bytes == 0) return;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto number = reinterpret_cast<std::uintptr_t>(begin);
  char* const first = static_cast<char*>(begin) - number % page;
  const std::size_t span = number % page + bytes, pages = (span + page - 1) / page;
  if (pages >= worth_a_call_pages && madvise(first, pages * page, populate_write) == 0) return;
  // Of a write that it knows to change nothing clang makes a read.
  char nothing = 0;
  asm("" : "+r"(nothing));
  // A write that changes nothing; never before the beginning, which may be another page's inaccessible end.
  for (std::size_t at = 0; at < pages; ++at) {
    char* const address = at == 0 ? static_cast<char*>(begin) : first + at * page;
    std::atomic_ref<char>(*address).fetch_or(nothing, std::memory_order_relaxed);
  }
}

}  // namespace numapack
