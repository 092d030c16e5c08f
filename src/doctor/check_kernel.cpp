// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <cstdio>

#include "doctor/checks.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

bool several_nodes(const SystemFacts& facts) { return facts.nodes && facts.nodes->size() > 1; }

void check_balancing(const SystemFacts& facts, Examination& found) {
  if (!facts.numa_balancing) return skip(found, "NUMA balancing", facts.numa_balancing.why_not);
  const int mode = *facts.numa_balancing;
  if (mode == 0) return fine(found, "numa-balancing", "NUMA balancing is off");
  if (!several_nodes(facts))
    return fine(found, "numa-balancing", "NUMA balancing has nothing to do on one node");
  // Bit 0 balances; bit 1 alone moves pages between fast and slow memory.
  const bool balances = (mode & 1) != 0;
  found.findings.push_back(
      {.id = "numa-balancing",
       .severity = balances ? Severity::matters : Severity::worth_knowing,
       .is = fmt::format("kernel.numa_balancing is {}: {}", mode,
                         balances ? "the kernel migrates pages to the node that touches them"
                                  : "the kernel moves pages between fast and slow memory"),
       .cost =
           "not known: pages are unmapped over and over, and migrate away from where a program placed them; "
           "turn it off for programs that place memory",
       .source = "Linux: admin-guide/sysctl/kernel, numa_balancing",
       .mend = "sysctl -w kernel.numa_balancing=0",
       .root = true});
}

void check_zone_reclaim(const SystemFacts& facts, Examination& found) {
  if (!facts.zone_reclaim_mode) return skip(found, "zone reclaim", facts.zone_reclaim_mode.why_not);
  if (*facts.zone_reclaim_mode == 0 || !several_nodes(facts)) {
    return fine(found, "zone-reclaim", fmt::format("vm.zone_reclaim_mode is {}", *facts.zone_reclaim_mode));
  }
  found.findings.push_back(
      {.id = "zone-reclaim",
       .severity = Severity::worth_knowing,
       .is = fmt::format("vm.zone_reclaim_mode is {}: a full node drops files before others help out",
                         *facts.zone_reclaim_mode),
       .cost = "not known: allocations stop while the node is searched; good only where each job fits a node",
       .source = "Linux: admin-guide/sysctl/vm, zone_reclaim_mode",
       .mend = "sysctl -w vm.zone_reclaim_mode=0",
       .root = true});
}

/// Matters where nodes differ: memory that is near no CPU is slower, or faster, than the rest.
void check_weighted_interleave(const SystemFacts& facts, Examination& found) {
  std::vector<int> apart;
  for (const SystemNode& node : nodes_with_memory_in(facts))
    if (node.cpus.empty()) apart.push_back(node.number);
  const std::string release = facts.kernel_release ? "Linux " + *facts.kernel_release : "the kernel";
  if (!facts.weighted_interleave) {
    return skip(found, "weighted interleaving", facts.weighted_interleave.why_not);
  }
  if (*facts.weighted_interleave) return fine(found, "old-kernel", release + " has weighted interleaving");
  int major = 0, minor = 0;
  if (facts.kernel_release && std::sscanf(facts.kernel_release->c_str(), "%d.%d", &major, &minor) == 2 &&
      (major > 6 || (major == 6 && minor >= 9)) && facts.root != "/") {
    return skip(found, "weighted interleaving", release + " should have it, and the copy lacks its folder");
  }
  if (apart.empty()) {
    return fine(found, "old-kernel", release + " has no weighted interleaving, and no node needs it");
  }
  found.findings.push_back(
      {.id = "old-kernel",
       .severity = Severity::matters,
       .is = fmt::format("{} has no weighted interleaving, and node {} is memory without CPUs", release,
                         list_text(apart)),
       .cost = "not known: numactl --interleave gives each node as many pages, whatever its bandwidth; "
               "numapack's own "
               "weighted placement works without",
       .source = "docs/explanation/placement.md; Linux: admin-guide/mm/numa_memory_policy",
       .mend = "a kernel of 6.9 or newer",
       .by_hand = true,
       .root = true});
}

}  // namespace

void check_kernel(const SystemFacts& facts, Examination& found) {
  check_balancing(facts, found);
  check_zone_reclaim(facts, found);
  check_weighted_interleave(facts, found);
  if (!facts.hypervisor) return skip(found, "hypervisor", facts.hypervisor.why_not);
  if (!is_virtual(facts)) return fine(found, "hypervisor", "no hypervisor");
  found.findings.push_back(
      {.id = "hypervisor",
       .severity = Severity::worth_knowing,
       .is = "this is a guest of a hypervisor" +
             (*facts.hypervisor == "unnamed" ? std::string() : ", " + *facts.hypervisor),
       .cost =
           "not known: nodes, caches and distances are whatever the host reports, and the host may move CPUs "
           "and pages",
       .source = "docs/reference/measure/topo.md",
       .mend = "on the host: pin virtual CPUs and bind memory, node by node (libvirt <cputune>, <numatune>)",
       .by_hand = true});
}

void check_swap(const SystemFacts& facts, Examination& found) {
  if (!facts.swap) return skip(found, "swap", facts.swap.why_not);
  const SystemSwap& swap = *facts.swap;
  if (swap.total_bytes == 0) return fine(found, "swap", "there is no swap");
  const std::string at = facts.swappiness ? fmt::format(", vm.swappiness is {}", *facts.swappiness) : "";
  if (swap.used_bytes == 0) return fine(found, "swap", fmt::format("no swap is in use{}", at));
  // Below a hundredth it is memory that has not been used for long.
  const bool much = facts.memory_bytes &&
                    static_cast<double>(swap.used_bytes) >= 0.01 * static_cast<double>(*facts.memory_bytes);
  const bool fits = facts.available_bytes && *facts.available_bytes > swap.used_bytes;
  found.findings.push_back(
      {.id = "swap",
       .severity = much ? Severity::matters : Severity::worth_knowing,
       .is = fmt::format("{} of {} of swap in use{}", size_text(swap.used_bytes), size_text(swap.total_bytes),
                         at),
       .cost = "not known: a page that went there costs a read from the disk, and comes back to whatever "
               "node has room",
       .source = "Linux: admin-guide/sysctl/vm, swappiness",
       .mend = fits ? "swapoff -a && swapon -a" : "free memory first: less is available than swap holds",
       .by_hand = !fits,
       .root = fits});
}

}  // namespace numapack
