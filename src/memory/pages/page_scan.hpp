// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace numapack {

/// A stretch of pages in memory, all alike.
struct PresentPages {
  std::uintptr_t begin = 0, end = 0;
  bool huge = false;       ///< a huge page each 2 MiB (or whatever the machine's is)
  bool zero_page = false;  ///< read but never written: all are the one page of zeros
};

/// Pages that exist in [begin, end) of a process (0: this one), by the page tables alone: holes cost nothing,
/// however large, and nothing is touched. Linux 6.7 (PAGEMAP_SCAN). False where the kernel cannot or may not
/// say; errno tells why.
bool scan_present(pid_t process, std::uintptr_t begin, std::uintptr_t end, std::vector<PresentPages>& found);

}  // namespace numapack
