// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace numapack {

/// A control group's folder, as the process sees it.
struct GroupFolder {
  bool version_2 = false;
  std::filesystem::path path;
};

/// The groups with that controller ("cpu", "memory"; in version 2 all have it, as far as files are there) on
/// the way from this process's own up to the root, of both versions. `root` is put before every path that is
/// read, so that a folder can stand for the file system.
std::vector<GroupFolder> groups_with(const std::string& controller, const std::filesystem::path& root);

}  // namespace numapack
