// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/smaps.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <string>

namespace numapack {

std::uint64_t transparent_huge_bytes(std::istream& smaps, std::uint64_t start, std::uint64_t bytes) {
  const std::uint64_t end = start + bytes;
  std::uint64_t huge = 0, overlap = 0;
  for (std::string line; std::getline(smaps, line);) {
    std::uint64_t from = 0, to = 0, kilobytes = 0;
    // A mapping's line starts with its range, every other one with a name and a colon.
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " ", &from, &to) == 2) {
      const std::uint64_t first = std::max(from, start), last = std::min(to, end);
      overlap = last > first ? last - first : 0;
      // The listing rises: nothing of interest follows.
      if (from >= end) break;
    } else if (overlap > 0 && std::sscanf(line.c_str(), "AnonHugePages: %" SCNu64 " kB", &kilobytes) == 1) {
      huge += std::min(kilobytes * 1024, overlap);
    }
  }
  return huge;
}

std::uint64_t transparent_huge_bytes(const void* start, std::size_t bytes) {
  std::ifstream file("/proc/self/smaps");
  return transparent_huge_bytes(file, reinterpret_cast<std::uintptr_t>(start), bytes);
}

}  // namespace numapack
