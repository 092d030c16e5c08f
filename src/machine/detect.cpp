// SPDX-License-Identifier: BSD-3-Clause
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "base/limits.hpp"
#include "machine/import.hpp"
#include "machine/kernel_settings.hpp"
#include "machine/limits/cgroup.hpp"
#include "machine/limits/openmp_places.hpp"

namespace numapack {
namespace {

void keep_only(std::vector<int>& list, const std::vector<int>& sorted_allowed) {
  std::erase_if(list, [&](int value) {
    return !std::binary_search(sorted_allowed.begin(), sorted_allowed.end(), value);
  });
}

/// Narrows what is usable to what the calling thread's mask leaves, or the program's where OpenMP narrowed
/// that.
void apply_affinity(Machine& machine) {
  const std::vector<int> mask = mask_beyond_place(affinity_of_caller(), openmp_places());
  machine.allowance.affinity_pus = 0;
  for (Core& core : machine.cores) {
    keep_only(core.usable_pus, mask);
    std::vector<int> masked = core.pus;
    keep_only(masked, mask);
    machine.allowance.affinity_pus += static_cast<int>(masked.size());
  }
}

void apply_allowed_memory(Machine& machine) {
  // With one node there is nothing to tell apart, and some virtual machines understate a node that grew.
  if (machine.nodes.size() == 1) {
    Node& only = machine.nodes.front();
    only.memory_bytes = std::max(only.memory_bytes.value_or(0), read_meminfo("MemTotal").value_or(0));
    if (only.memory_bytes == 0) only.memory_bytes.reset();  // some there is: this runs in it
    only.usable_memory = true;
    return;
  }
  // hwloc's own reading of cpusets and the kernel's word for this process can differ in nested groups.
  if (const auto allowed = read_allowed_nodes()) {
    // A kernel that permits nothing that hwloc knows contradicts the memory this process lives in.
    const bool agree = std::any_of(machine.nodes.begin(), machine.nodes.end(), [&](const Node& node) {
      return node.usable_memory && std::binary_search(allowed->begin(), allowed->end(), node.os_index);
    });
    if (!agree) return;
    for (Node& node : machine.nodes) {
      const bool may = std::binary_search(allowed->begin(), allowed->end(), node.os_index);
      node.usable_memory = node.usable_memory && may;
    }
  }
}

}  // namespace

Machine detect_machine() {
  const Topology topology = open_this_machine();
  Machine machine = import_topology(topology);
  machine.is_this_machine = hwloc_topology_is_thissystem(topology.get()) != 0;
  machine.runs_here = true;
  machine.cpu = cpu_here();  // also where another topology stands for the machine: its CPU runs the kernels
  if (!machine.is_this_machine) {
    // hwloc lets HWLOC_SYNTHETIC and HWLOC_XMLFILE stand for the machine.
    const std::string source = read_machine_source(environment);
    machine.source = source.empty() ? "hwloc" : source;
    return machine;
  }
  machine.source = "this machine";
  utsname system{};
  if (uname(&system) == 0) machine.architecture = system.machine;
  machine.page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  machine.huge_pages = read_huge_pages();
  machine.transparent_huge_pages = read_transparent_huge_pages();
  machine.numa_balancing = read_numa_balancing();
  apply_affinity(machine);
  apply_allowed_memory(machine);
  const CpuQuota quota = read_cpu_quota();
  machine.allowance.quota_cpus = quota.cpus;
  machine.allowance.quota_source = quota.source;
  return machine;
}

Machine load_machine(const std::string& file_or_synthetic) {
  if (file_or_synthetic.empty()) {
    invalid("machine", "an empty description", "give an hwloc XML file or a synthetic description");
  }
  const bool is_file =
      file_or_synthetic.find('/') != std::string::npos || file_or_synthetic.ends_with(".xml");
  Machine machine =
      import_topology(is_file ? open_file(file_or_synthetic) : open_synthetic(file_or_synthetic));
  const bool has_memory = std::any_of(machine.nodes.begin(), machine.nodes.end(),
                                      [](const Node& node) { return node.usable_memory; });
  if (!has_memory) {
    invalid("machine \"" + file_or_synthetic + "\"", "no node has memory that may be used",
            is_file ? "give a NUMANode of the file some: local_memory=\"17179869184\" are 16 GiB"
                    : "give at least one some, such as [numa(memory=16GiB)]");
  }
  machine.source = file_or_synthetic;
  return machine;
}

Machine machine_from(const std::string& description) {
  return description.empty() ? detect_machine() : load_machine(description);
}

}  // namespace numapack
