// SPDX-License-Identifier: BSD-3-Clause
#include "machine/limits/cgroup_folders.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

namespace numapack {
namespace {

namespace fs = std::filesystem;

/// A mounted hierarchy with a controller: its `group` appears at `folder`.
struct Mount {
  bool version_2 = false;
  std::string group, folder;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

bool has(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Undoes the kernel's octal escapes (\040 for a space) in a path of mountinfo.
std::string unescaped(const std::string& text) {
  const auto digit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '7'; };
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && digit(at + 1) && digit(at + 2) && digit(at + 3)) {
      plain += static_cast<char>((text[at + 1] - '0') * 64 + (text[at + 2] - '0') * 8 + (text[at + 3] - '0'));
      at += 3;
    } else {
      plain += text[at];
    }
  }
  return plain;
}

std::vector<Mount> mounts_with(const std::string& controller, const fs::path& root) {
  std::vector<Mount> mounts;
  std::ifstream file(root / "proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    // id parent device root mount-point options [optional ...] - type source super-options
    const std::vector<std::string> fields = split(line, ' ');
    const auto dash = std::find(fields.begin(), fields.end(), "-");
    if (fields.size() < 6 || fields.end() - dash < 4) continue;
    const bool version_2 = dash[1] == "cgroup2";
    if (!version_2 && !(dash[1] == "cgroup" && has(split(dash[3], ','), controller))) continue;
    mounts.push_back({version_2, unescaped(fields[3]), unescaped(fields[4])});
  }
  return mounts;
}

/// Path of this process's group in the hierarchy of that version; nothing if it is in none.
std::optional<std::string> own_group(const std::string& controller, const fs::path& root, bool version_2) {
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    // number:controllers:path, where version 2 is number 0 without controllers
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool wanted = version_2 ? line.starts_with("0::") : has(split(controllers, ','), controller);
    if (wanted) return line.substr(second + 1);
  }
  return std::nullopt;
}

/// The part of a group's path below what is mounted, with no step upwards.
std::vector<std::string> steps_below(const Mount& mount, const std::string& group) {
  std::string path = group;
  if (mount.group != "/" && (path == mount.group || path.starts_with(mount.group + "/"))) {
    path.erase(0, mount.group.size());
  }
  std::vector<std::string> steps;
  for (const std::string& step : split(path, '/')) {
    // A group outside the namespace of this process reads as "/../other": only what is mounted can be looked
    // at.
    if (step == "..") return {};
    if (!step.empty()) steps.push_back(step);
  }
  return steps;
}

}  // namespace

std::vector<GroupFolder> groups_with(const std::string& controller, const fs::path& root) {
  std::vector<GroupFolder> folders;
  for (const Mount& mount : mounts_with(controller, root)) {
    const std::optional<std::string> group = own_group(controller, root, mount.version_2);
    if (!group) continue;
    std::vector<std::string> steps = steps_below(mount, *group);
    while (true) {
      fs::path folder = mount.folder;
      for (const std::string& step : steps) folder /= step;
      folders.push_back({mount.version_2, folder});
      if (steps.empty()) break;
      steps.pop_back();
    }
  }
  return folders;
}

}  // namespace numapack
