#include "probe/numastat.hpp"

#include <fstream>
#include <string>

namespace numapack::probe {

std::vector<NodeCounters> node_counters(const Machine& machine, const std::filesystem::path& root) {
  std::vector<NodeCounters> counters(machine.nodes.size());
  bool any = false;
  for (std::size_t node = 0; node < counters.size(); ++node) {
    std::ifstream file(
        root / ("sys/devices/system/node/node" + std::to_string(machine.nodes[node].os_index)) / "numastat");
    std::string label;
    std::uint64_t value = 0;
    NodeCounters& counter = counters[node];
    while (file >> label >> value) {
      any = true;
      if (label == "numa_hit") counter.hit = value;
      if (label == "numa_miss") counter.miss = value;
      if (label == "numa_foreign") counter.foreign = value;
      if (label == "interleave_hit") counter.interleave_hit = value;
      if (label == "local_node") counter.local = value;
      if (label == "other_node") counter.other = value;
    }
  }
  if (!any) counters.clear();
  return counters;
}

std::vector<NodeCounters> operator-(const std::vector<NodeCounters>& after,
                                    const std::vector<NodeCounters>& before) {
  if (after.size() != before.size()) return {};
  std::vector<NodeCounters> grown = after;
  for (std::size_t node = 0; node < grown.size(); ++node) {
    grown[node].hit -= before[node].hit;
    grown[node].miss -= before[node].miss;
    grown[node].foreign -= before[node].foreign;
    grown[node].interleave_hit -= before[node].interleave_hit;
    grown[node].local -= before[node].local;
    grown[node].other -= before[node].other;
  }
  return grown;
}

}  // namespace numapack::probe
