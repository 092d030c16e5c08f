// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "doctor/read_file.hpp"
#include "doctor/read_parts.hpp"
#include "machine/kernel_settings.hpp"
#include "memory/node_room.hpp"

namespace numapack {

namespace fs = std::filesystem;

namespace {

/// 12 of "node12"; -1 for other names.
int number_of_node(const std::string& name) {
  int number = -1;
  if (!name.starts_with("node")) return -1;
  const char* const end = name.data() + name.size();
  const auto [at, error] = std::from_chars(name.data() + 4, end, number);
  return error == std::errc() && at == end ? number : -1;
}

/// Lines such as "Node 0 MemTotal:  18049236 kB".
void read_node_memory(const fs::path& file, SystemNode& node) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string word, number, key;
    std::uint64_t kilobytes = 0;
    if (!(words >> word >> number >> key >> kilobytes)) continue;
    if (key == "MemTotal:") node.memory_bytes = kilobytes * 1024;
    if (key == "MemFree:") node.free_bytes = kilobytes * 1024;
  }
}

}  // namespace

Fact<std::vector<SystemNode>> read_node_facts(const fs::path& root) {
  const std::string folder = "sys/devices/system/node";
  std::vector<SystemNode> nodes;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / folder, error)) {
    const std::string name = entry.path().filename().string();
    SystemNode node;
    node.number = number_of_node(name);
    if (node.number < 0) continue;
    read_node_memory(entry.path() / "meminfo", node);
    node.room_bytes = read_node_room(node.number, root);
    node.huge_pages = read_huge_page_pools(entry.path() / "hugepages");
    node.cpus = list_in(root, folder + "/" + name + "/cpulist").value.value_or(std::vector<int>{});
    std::ifstream distances(entry.path() / "distance");
    for (double distance = 0; distances >> distance;) node.distances.push_back(distance);
    nodes.push_back(std::move(node));
  }
  if (nodes.empty()) {
    return untold<std::vector<SystemNode>>("/" + folder + ": " + (error ? error.message() : "no node there"));
  }
  std::sort(nodes.begin(), nodes.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  for (SystemNode& node : nodes)
    if (node.distances.size() != nodes.size()) node.distances.clear();
  return told(std::move(nodes));
}

}  // namespace numapack
