// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "machine/limits/cgroup_folders.hpp"

namespace numapack {

/// The most memory that control groups let this process use.
struct MemoryLimit {
  std::optional<std::uint64_t> bytes;  ///< nothing: no limit
  std::string source;                  ///< the file that says so, as the process sees it
};

/// The control groups that limit this process's memory. Who goes beyond such a limit is killed without a
/// word, so whoever allocates much asks first.
class MemoryGroups {
 public:
  /// Those on the way from this process's own up to the root that have a limit, of version 1
  /// (memory.limit_in_bytes) and version 2 (memory.max), as they are now. What cannot be read limits nothing.
  /// `root` is put before every path, so that a folder can stand for the file system.
  explicit MemoryGroups(const std::filesystem::path& root = "/");

  bool limit() const { return !limited_.empty(); }

  /// The least of the limits, regardless of use.
  MemoryLimit tightest() const;

  /// Bytes that the tightest of them leaves at this moment, pages of files that nobody is using counted as
  /// free; nothing without a limit. Reads some files: 50 us.
  std::optional<std::uint64_t> room() const;

 private:
  std::filesystem::path root_;
  std::vector<GroupFolder> limited_;  ///< with `root` before their paths
};

}  // namespace numapack
