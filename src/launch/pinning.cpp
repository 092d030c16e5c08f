// SPDX-License-Identifier: BSD-3-Clause
#include "launch/pinning.hpp"

#include <fmt/core.h>
#include <numaif.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <tuple>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "launch/cpu_expression.hpp"
#include "launch/launch.hpp"
#include "machine/text.hpp"
#include "memory/node_mask.hpp"
#include "team/affinity.hpp"

namespace numapack {

namespace {

std::string numbers_of(const std::vector<int>& nodes, const Machine& machine) {
  std::vector<int> numbers;
  for (const int node : nodes) numbers.push_back(machine.os_index_of(node));
  return (nodes.size() == 1 ? "node " : "nodes ") + list_text(numbers);
}

std::vector<int> memory_there_is(const Machine& machine) {
  std::vector<int> nodes;
  for (int node = 0; node < static_cast<int>(machine.nodes.size()); ++node)
    if (const Node& one = machine.nodes[static_cast<std::size_t>(node)];
        one.has_memory() && one.usable_memory)
      nodes.push_back(node);
  return nodes;
}

std::vector<int> nodes_with_memory(const std::string& list, const Machine& machine, const std::string& what) {
  const std::vector<int> there_are = memory_there_is(machine);
  std::vector<int> nodes;
  for (const int number : parse_list(list, what)) {
    const int node = machine.node_by_os_index(number);
    if (std::find(there_are.begin(), there_are.end(), node) == there_are.end())
      invalid(what, fmt::format("node {} has no memory that this process may use", number),
              "use " + numbers_of(there_are, machine));
    nodes.push_back(node);
  }
  return nodes;
}

int set_policy(const PinnedMemory& memory, const Machine& machine) {
  if (memory.kind == PinMemory::first_touch) return set_mempolicy(MPOL_LOCAL, nullptr, 0) == 0 ? 0 : errno;
  const int mode = memory.kind == PinMemory::bind         ? MPOL_BIND
                   : memory.kind == PinMemory::interleave ? MPOL_INTERLEAVE
                                                          : MPOL_PREFERRED;
  const NodeMask mask(memory.nodes, machine);
  return set_mempolicy(mode, mask.words.data(), mask.length()) == 0 ? 0 : errno;
}

}  // namespace

PinnedMemory parse_pinned_memory(const std::string& text, const std::vector<int>& cpus,
                                 const Machine& machine, const std::string& what) {
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  PinnedMemory memory;
  if (kind == "bind") memory.kind = PinMemory::bind;
  if (kind == "interleave") memory.kind = PinMemory::interleave;
  if (kind == "preferred") memory.kind = PinMemory::preferred;
  if (memory.kind == PinMemory::first_touch && text != "local")
    invalid(what, "there is no \"" + text + "\"",
            "use local, bind, interleave or preferred, the last three also with nodes: bind:0-1");
  if (memory.kind == PinMemory::first_touch) return memory;
  if (colon != std::string::npos) {
    memory.nodes = nodes_with_memory(text.substr(colon + 1), machine, what);
  } else {
    std::set<int> homes;
    for (const int node : nodes_of_cpus(cpus, machine)) homes.insert(machine.home_for(node));
    memory.nodes.assign(homes.begin(), homes.end());
  }
  if (memory.kind == PinMemory::preferred && memory.nodes.size() != 1)
    invalid(what, "only one node can be preferred, not " + numbers_of(memory.nodes, machine),
            "name one: preferred:0");
  return memory;
}

std::string describe(const PinnedMemory& memory, const Machine& machine) {
  switch (memory.kind) {
    case PinMemory::bind:
      return "memory of " + numbers_of(memory.nodes, machine) + " alone";
    case PinMemory::preferred:
      return "memory of " + numbers_of(memory.nodes, machine) + " while there is room";
    case PinMemory::interleave:
      return "memory of " + numbers_of(memory.nodes, machine) + " in turn, page by page";
    case PinMemory::first_touch:
      break;
  }
  return "memory where it is touched first";
}

std::vector<std::string> pin_this_process(const std::vector<int>& cpus, const PinnedMemory& memory,
                                          const Machine& machine) {
  std::vector<std::string> refusals;
  if (const std::string why = bind_this_thread(cpus); !why.empty())
    refusals.push_back("keeping to CPUs " + list_text(cpus) + " was refused by the kernel (" + why + ")");
  if (const int error = set_policy(memory, machine); error != 0)
    refusals.push_back(describe(memory, machine) + " was refused by the kernel (" + std::strerror(error) +
                       ")");
  return refusals;
}

std::string find_pin_library() {
  return find_own_library("libnumapack_pin.so", "the library that binds threads");
}

void pin_each_thread(const std::vector<int>& cpus, const std::string& library,
                     const std::string& preloaded_before, const std::string& report) {
  std::string list;
  for (const int cpu : cpus) list += (list.empty() ? "" : ",") + std::to_string(cpu);
  setenv("NUMAPACK_PIN", list.c_str(), 1);
  setenv("NUMAPACK_PIN_REPORT", report.c_str(), 1);
  setenv("LD_PRELOAD", with_preload(library, preloaded_before).c_str(), 1);
}

std::vector<PinnedThread> read_pinned_threads(const std::string& report) {
  std::vector<PinnedThread> threads;
  std::ifstream file(report);
  for (PinnedThread one; file >> one.process >> one.thread >> one.place >> one.cpu >> one.error;)
    threads.push_back(one);
  std::stable_sort(threads.begin(), threads.end(), [](const PinnedThread& left, const PinnedThread& right) {
    return std::tie(left.process, left.place) < std::tie(right.process, right.place);
  });
  return threads;
}

}  // namespace numapack
