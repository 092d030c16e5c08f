// SPDX-License-Identifier: BSD-3-Clause
#include "insight/annotate.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "base/error.hpp"
#include "insight/advice.hpp"
#include "insight/core_table.hpp"

namespace numapack {

namespace {

void refuse(const std::string& what) {
  throw Error(ErrorCode::system, "hwloc", "refuses " + what + ": " + std::strerror(errno),
              "use hwloc 2.5 or newer");
}

std::uint64_t whole(double value) { return static_cast<std::uint64_t>(std::llround(value)); }

/// Under the name it has in this hwloc; those that came later than 2.5 may be missing.
void set_attribute(hwloc_topology_t topology, const char* attribute, hwloc_obj_t from, hwloc_obj_t home,
                   double value) {
  hwloc_memattr_id_t id = 0;
  if (hwloc_memattr_get_by_name(topology, attribute, &id) != 0) return;
  hwloc_location location;
  location.type = HWLOC_LOCATION_TYPE_CPUSET;
  location.location.cpuset = from->cpuset;
  if (hwloc_memattr_set_value(topology, id, home, &location, 0, whole(value)) != 0) {
    refuse(std::string("the attribute ") + attribute);
  }
}

void add_matrix(hwloc_topology_t topology, const char* title, std::vector<hwloc_obj_t> objects,
                std::vector<hwloc_uint64_t> values) {
  const auto handle = hwloc_distances_add_create(
      topology, title, HWLOC_DISTANCES_KIND_FROM_USER | HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0);
  if (handle == nullptr ||
      hwloc_distances_add_values(topology, handle, unsigned(objects.size()), objects.data(), values.data(),
                                 0) != 0 ||
      hwloc_distances_add_commit(topology, handle, 0) != 0) {
    refuse(std::string("the distances ") + title);
  }
}

void node_figures(hwloc_topology_t topology, const Advice& advice, std::vector<std::string>& left_out) {
  std::vector<hwloc_obj_t> objects;
  std::vector<int> numbers;
  for (const NodeOrder& order : advice.nodes) {
    const hwloc_obj_t from = hwloc_get_numanode_obj_by_os_index(topology, unsigned(order.from));
    if (from == nullptr) {
      left_out.push_back("node " + std::to_string(order.from) + ": not in the topology");
      continue;
    }
    if (hwloc_bitmap_iszero(from->cpuset)) continue;
    objects.push_back(from);
    numbers.push_back(order.from);
    for (const NodeChoice& choice : order.choices) {
      const hwloc_obj_t home = hwloc_get_numanode_obj_by_os_index(topology, unsigned(choice.node));
      if (home == nullptr) continue;
      for (const char* attribute : {"Latency", "ReadLatency"}) {
        set_attribute(topology, attribute, from, home, choice.latency_ns);
      }
      if (choice.gb_per_s <= 0) continue;
      for (const char* attribute : {"Bandwidth", "ReadBandwidth"}) {
        set_attribute(topology, attribute, from, home, choice.gb_per_s * 1e9 / (1 << 20));
      }
    }
  }
  std::vector<hwloc_uint64_t> values;
  for (const NodeOrder& order : advice.nodes) {
    for (const int home : numbers) {
      for (const NodeChoice& choice : order.choices) {
        if (choice.node == home) values.push_back(whole(choice.latency_ns));
      }
    }
  }
  if (objects.size() < 2 || values.size() != objects.size() * objects.size()) {
    left_out.push_back("matrix of memory latencies: not all pairs of nodes were measured");
    return;
  }
  add_matrix(topology, "NumapackMemoryLatencyNs", objects, values);
}

void core_figures(hwloc_topology_t topology, const MeasuredProfile& profile,
                  std::vector<std::string>& left_out) {
  const CoreTable table(profile);
  std::vector<hwloc_obj_t> objects;
  std::vector<hwloc_uint64_t> values;
  for (const int reader : table.pus()) {
    const hwloc_obj_t object = hwloc_get_pu_obj_by_os_index(topology, unsigned(reader));
    if (object == nullptr) break;
    objects.push_back(object);
    for (const int owner : table.pus()) {
      const auto latency = table.latency(reader, owner);
      if (latency || reader == owner) values.push_back(whole(1000 * latency.value_or(0)));
    }
  }
  if (objects.size() < 2 || values.size() != table.pus().size() * table.pus().size()) {
    left_out.push_back("matrix of latencies between cores: not all pairs were measured");
    return;
  }
  add_matrix(topology, "NumapackCoreLatencyPs", objects, values);
}

}  // namespace

std::vector<std::string> annotate(const Topology& topology, const MeasuredProfile& profile) {
  std::vector<std::string> left_out;
  node_figures(topology.get(), advise(profile), left_out);
  core_figures(topology.get(), profile, left_out);
  const hwloc_obj_t root = hwloc_get_root_obj(topology.get());
  hwloc_obj_add_info(root, "NumapackProfile", profile.machine.name.c_str());
  if (!profile.conditions.date.empty()) {
    hwloc_obj_add_info(root, "NumapackProfileDate", profile.conditions.date.c_str());
  }
  return left_out;
}

std::string to_xml(const Topology& topology) {
  char* text = nullptr;
  int length = 0;
  if (hwloc_topology_export_xmlbuffer(topology.get(), &text, &length, 0) != 0) refuse("to write XML");
  std::string xml(text, std::size_t(std::max(0, length - 1)));
  hwloc_free_xmlbuffer(topology.get(), text);
  return xml;
}

}  // namespace numapack
