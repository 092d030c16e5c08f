// SPDX-License-Identifier: BSD-3-Clause
#include "machine/topology.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/limits.hpp"
#include "base/scratch.hpp"
#include "machine/synthetic.hpp"

namespace numapack {
namespace {

/// More hardware threads than any machine has: a typing error in a description must not eat the memory.
constexpr double most_synthetic_pus = 1 << 16;

// What the process may not use stays in the tree, since neighbours and distances are facts of the machine.
// Discovery on x86 would otherwise move the calling thread from core to core; the kernel's files say enough.
constexpr unsigned long flags =
    HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED | HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING;

/// hwloc takes it for granted that it gets what it asks for, and ends the process where it does not. So much
/// is enough for thousands of hardware threads.
void require_memory() {
  constexpr std::size_t bytes = std::size_t{8} << 20;
  void* const room = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) {
    throw Error(ErrorCode::out_of_memory, "machine", "no memory to look at it", "free some");
  }
  munmap(room, bytes);
}

Topology configured() {
  require_memory();
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) {
    throw Error(ErrorCode::system, "machine", "hwloc cannot start", "check the memory left to this process");
  }
  Topology topology(raw);
  if (hwloc_topology_set_flags(raw, flags) != 0) {
    throw Error(ErrorCode::system, "machine", "hwloc refuses its flags", "use hwloc 2.9 or newer");
  }
  hwloc_topology_set_io_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_icache_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
  return topology;
}

/// What stands between `before` and the next quote, or nothing.
std::string quoted_after(const std::string& text, const std::string& before) {
  const std::size_t at = text.find(before);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + before.size(), end = text.find('"', begin);
  return end == std::string::npos ? "" : text.substr(begin, end - begin);
}

/// Who wrote the file, as far as it says.
std::string written_by(const std::string& text) {
  const std::string release = quoted_after(text, "name=\"hwlocVersion\" value=\"");
  if (!release.empty()) return ", written by hwloc " + release;
  const std::string format = quoted_after(text, "<topology version=\"");
  return format.empty() ? "" : ", in the format of hwloc " + format;
}

std::string reason(int error, const std::string& text) {
  if (error != 0 && error != EINVAL) return std::strerror(error);
  return "not a topology that hwloc " HWLOC_VERSION " can read" + written_by(text);
}

/// The text of a file. Throws Error(invalid_argument) with the system's reason.
std::string read_text(const std::string& path, const std::string& where, const std::string& advice) {
  // No machine needs more, and hwloc counts in int.
  constexpr std::size_t most_bytes = 256u << 20;
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  const Scratch<char, 65536> part;
  while (file && text.size() <= most_bytes) {
    file.read(part.data(), part.bytes);
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (text.empty()) invalid(where, errno == 0 ? "the file is empty" : std::strerror(errno), advice);
  if (text.size() > most_bytes) invalid(where, "more than 256 MiB", advice);
  return text;
}

/// Says of the nodes whose memory a description leaves out that it is not known.
void forget_unsaid_memory(hwloc_topology_t topology, const MarkedDescription& marked) {
  for (hwloc_obj_t node = nullptr;
       (node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr;) {
    auto& memory = node->attr->numanode;
    if (marked.names_nodes && memory.local_memory != unsaid_memory_bytes) continue;
    memory.local_memory = 0;
    for (unsigned at = 0; at < memory.page_types_len; ++at) memory.page_types[at].count = 0;
    hwloc_obj_add_info(node, memory_info, unknown_memory);
  }
}

}  // namespace

Topology open_this_machine() {
  Topology topology = configured();
  // hwloc would take the description for the machine by itself, with a memory of its own where none is said.
  const MarkedDescription described = mark_unsaid_memory(read_described_machine(environment));
  const bool taken =
      !described.text.empty() && hwloc_topology_set_synthetic(topology.get(), described.text.c_str()) == 0;
  errno = 0;
  if (hwloc_topology_load(topology.get()) != 0) {
    throw Error(ErrorCode::system, "machine",
                "the topology of this machine cannot be read (" + std::string(std::strerror(errno)) + ")",
                "check that /sys is mounted, or give a captured machine");
  }
  if (taken) forget_unsaid_memory(topology.get(), described);
  return topology;
}

Topology open_file(const std::string& path) {
  const std::string where = "machine file \"" + path + "\"";
  const std::string advice = "give a file that \"lstopo --of xml\" of hwloc 2 wrote";
  const std::string text = read_text(path, where, advice);
  // hwloc announces these two on stderr, which belongs to the program.
  for (const char* object : {"\"NUMANode\"", "\"PU\""}) {
    const bool version_2 = text.find("<topology version=\"2") != std::string::npos;
    if (version_2 && text.find(object) == std::string::npos) {
      invalid(where, std::string("a topology without any ") + object, advice);
    }
  }
  Topology topology = configured();
  errno = 0;
  if (hwloc_topology_set_xmlbuffer(topology.get(), text.c_str(), static_cast<int>(text.size() + 1)) != 0 ||
      hwloc_topology_load(topology.get()) != 0) {
    invalid(where, reason(errno, text), advice);
  }
  return topology;
}

Topology open_synthetic(const std::string& description) {
  const std::string where = "machine \"" + description + "\"";
  const std::string advice = "write counts from the outside in, such as \"pack:2 numa:2 l3:1 core:24 pu:1\"";
  if (synthetic_size(description) > most_synthetic_pus) {
    invalid(where, "more than 65536 hardware threads", advice);
  }
  const MarkedDescription marked = mark_unsaid_memory(description);
  Topology topology = configured();
  errno = 0;
  if (hwloc_topology_set_synthetic(topology.get(), marked.text.c_str()) != 0 ||
      hwloc_topology_load(topology.get()) != 0) {
    invalid(where, "neither a file nor an hwloc synthetic description", advice);
  }
  forget_unsaid_memory(topology.get(), marked);
  return topology;
}

std::vector<int> members(hwloc_const_bitmap_t bitmap) {
  std::vector<int> list;
  if (bitmap == nullptr || hwloc_bitmap_weight(bitmap) < 0) return list;
  for (int at = hwloc_bitmap_first(bitmap); at >= 0; at = hwloc_bitmap_next(bitmap, at)) list.push_back(at);
  return list;
}

std::string info(hwloc_obj_t object, const char* key) {
  const char* value = hwloc_obj_get_info_by_name(object, key);
  return value == nullptr ? "" : value;
}

}  // namespace numapack
