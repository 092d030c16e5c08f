// SPDX-License-Identifier: BSD-3-Clause
#include "memory/pages/numastat.hpp"

#include <fstream>
#include <string>

#include "base/error.hpp"

namespace numapack {

NumaCounters read_numa_counters(const Machine& machine, const std::filesystem::path& root) {
  const auto refuse = [](const std::string& problem, const std::string& advice) {
    throw Error(ErrorCode::not_supported, "numastat", problem, advice);
  };
  if (!machine.is_this_machine) {
    refuse("the machine \"" + machine.source + "\" is not the one this runs on", "count on that machine");
  }
  int counting = 1;
  std::ifstream(root / "proc/sys/vm/numa_stat") >> counting;
  if (counting == 0) refuse("the kernel's counts are off", "turn them on: sysctl vm.numa_stat=1");
  NumaCounters counters;
  counters.nodes.resize(machine.nodes.size());
  bool any = false;
  for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
    NumaCounters::Node& of_node = counters.nodes[node];
    const std::string name = "node" + std::to_string(machine.nodes[node].os_index);
    std::ifstream file(root / "sys/devices/system/node" / name / "numastat");
    std::int64_t value = 0;
    for (std::string key; file >> key >> value;) {
      any = true;
      if (key == "numa_hit") of_node.hit = value;
      if (key == "numa_miss") of_node.miss = value;
      if (key == "numa_foreign") of_node.foreign = value;
      if (key == "interleave_hit") of_node.interleave = value;
      if (key == "local_node") of_node.local = value;
      if (key == "other_node") of_node.other = value;
    }
  }
  if (!any) refuse("the kernel does not count (no numastat in /sys)", "use a kernel with CONFIG_NUMA");
  return counters;
}

}  // namespace numapack
