// SPDX-License-Identifier: BSD-3-Clause
#include "machine/limits/memory_groups.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace numapack {
namespace {

namespace fs = std::filesystem;

/// Version 1 says "no limit" by the largest number of whole pages.
constexpr std::uint64_t least_no_limit = std::uint64_t{1} << 62;

std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  // "max" fails to read as a number: no limit.
  if (!(stream >> number)) return std::nullopt;
  return number;
}

fs::path limit_file(const GroupFolder& group) {
  return group.path / (group.version_2 ? "memory.max" : "memory.limit_in_bytes");
}

std::optional<std::uint64_t> limit_of(const GroupFolder& group) {
  const auto limit = number_in(limit_file(group));
  return limit && *limit < least_no_limit ? limit : std::nullopt;
}

/// Bytes of files in memory that the kernel drops first; they count as used.
std::uint64_t idle_file_bytes(const GroupFolder& group) {
  std::ifstream stream(group.path / "memory.stat");
  const std::string wanted = group.version_2 ? "inactive_file" : "total_inactive_file";
  std::string name;
  std::uint64_t bytes = 0;
  while (stream >> name >> bytes)
    if (name == wanted) return bytes;
  return 0;
}

}  // namespace

MemoryGroups::MemoryGroups(const fs::path& root) : root_(root) {
  for (const GroupFolder& group : groups_with("memory", root)) {
    const GroupFolder here{group.version_2, root / group.path.relative_path()};
    if (limit_of(here)) limited_.push_back(here);
  }
}

MemoryLimit MemoryGroups::tightest() const {
  MemoryLimit least;
  for (const GroupFolder& group : limited_) {
    const auto limit = limit_of(group);
    if (!limit || (least.bytes && *least.bytes <= *limit)) continue;
    least = {limit, "/" + limit_file(group).lexically_relative(root_).string()};
  }
  return least;
}

std::optional<std::uint64_t> MemoryGroups::room() const {
  std::optional<std::uint64_t> least;
  for (const GroupFolder& group : limited_) {
    const auto limit = limit_of(group);
    const auto used = number_in(group.path / (group.version_2 ? "memory.current" : "memory.usage_in_bytes"));
    if (!limit || !used) continue;
    const std::uint64_t needed = *used - std::min(*used, idle_file_bytes(group));
    least = std::min(least.value_or(UINT64_MAX), *limit - std::min(*limit, needed));
  }
  return least;
}

}  // namespace numapack
