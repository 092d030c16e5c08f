// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

namespace numapack {

/// Pages next to each other on one node.
struct PagesOnNode {
  std::uintptr_t begin = 0, end = 0;
  int node = -1;      ///< kernel number; -1: in memory, but the kernel does not say where
  bool huge = false;  ///< made of huge pages
};

/// Calls `found` with the pages in memory of [begin, end) of a process (0: this one), in rising order;
/// whatever is not in such a stretch has never been written or is swapped out. Begin and end are at pages.
/// Touches nothing. Where the kernel shows page tables (Linux 6.7) holes cost nothing and a huge page as much
/// as a small one. Measured with pages of 4 KiB: see docs/reference/place/where.md. Returns "" or why the
/// kernel refuses; then errno is set, and `found` may have been called.
std::string walk_pages(pid_t process, std::uintptr_t begin, std::uintptr_t end,
                       const std::function<void(const PagesOnNode&)>& found);

}  // namespace numapack
