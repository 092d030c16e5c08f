// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "doctor/checks.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

/// Node 0 gives some of its memory to the kernel and firmware: differences below this are none.
constexpr double even_share = 0.9, half_share = 0.5;
/// Shares of a node's memory: with less free it counts as full; more in an unused pool counts as missing.
constexpr double full_share = 0.05, idle_pool_share = 0.1;

std::size_t packages_of(const SystemFacts& facts) {
  std::set<int> packages;
  if (facts.cpus)
    for (const SystemCpu& cpu : *facts.cpus)
      if (cpu.package >= 0) packages.insert(cpu.package);
  return packages.size();
}

/// Several packages, and one memory.
void check_hidden_nodes(const SystemFacts& facts, const MeasuredProfile* profile, Examination& found) {
  const std::size_t packages = packages_of(facts), nodes = facts.nodes ? facts.nodes->size() : 1;
  if (packages == 0) return skip(found, "packages against nodes", "no CPU says which package it is in");
  if (packages == 1 || nodes > 1) {
    return fine(found, "hidden-nodes",
                fmt::format("{} package{}, {} NUMA node{}", packages, packages == 1 ? "" : "s", nodes,
                            nodes == 1 ? "" : "s"));
  }
  const FarMemory far = far_memory(profile);
  Finding finding{.id = "hidden-nodes", .severity = Severity::matters};
  finding.is = fmt::format("{} packages, but one NUMA node", packages);
  finding.slowdown = Slowdown{1, far.slowdown.most};
  finding.cost = fmt::format(
      "nothing can be placed: of {} packages' memory a core's own is 1 part in {}, the rest answers after up "
      "to {:.1f} "
      "times as long",
      packages, packages, far.slowdown.most);
  finding.source = far.source;
  const bool off = facts.boot_options && facts.boot_options->find("numa=off") != std::string::npos;
  if (off) {
    finding.is += "; the kernel was started with numa=off";
    finding.mend = "take numa=off out of the kernel's command line, and restart";
    finding.root = true;
  } else if (is_virtual(facts)) {
    // A guest's packages are configured by hand.
    finding.severity = Severity::worth_knowing;
    finding.is += " in a guest: the host does not show where memory is";
    finding.mend = "on the host: give the guest its NUMA nodes (libvirt <numa>, QEMU -numa)";
  } else {
    finding.is += ": memory is interleaved by the firmware, it seems";
    finding.mend = "in the firmware's setup: Node Interleaving off, or NUMA nodes per socket 1 or more";
  }
  finding.by_hand = true;
  found.findings.push_back(std::move(finding));
}

void check_missing_memory(const std::vector<SystemNode>& nodes, const MeasuredProfile* profile,
                          Examination& found) {
  std::vector<int> without, cpus;
  for (const SystemNode& node : nodes) {
    if (node.memory_bytes > 0 || node.cpus.empty()) continue;
    without.push_back(node.number);
    cpus.insert(cpus.end(), node.cpus.begin(), node.cpus.end());
  }
  if (without.empty()) return fine(found, "node-without-memory", "every node with CPUs has memory");
  const FarMemory far = far_memory(profile);
  found.findings.push_back(
      {.id = "node-without-memory",
       .severity = Severity::matters,
       .is = fmt::format("node {} has no memory, but CPUs {}", list_text(without), list_text(cpus)),
       .cost =
           fmt::format("every access of theirs crosses to another node: {} the latency", times(far.slowdown)),
       .slowdown = far.slowdown,
       .source = far.source,
       .mend = "dmidecode -t memory   # which slots are empty: fill those of that node",
       .root = true});
}

void check_uneven_memory(const std::vector<SystemNode>& nodes, Examination& found) {
  const SystemNode *least = nullptr, *most = nullptr;
  for (const SystemNode& node : nodes) {
    if (node.memory_bytes == 0 || node.cpus.empty()) continue;
    if (least == nullptr || node.memory_bytes < least->memory_bytes) least = &node;
    if (most == nullptr || node.memory_bytes > most->memory_bytes) most = &node;
  }
  if (least == nullptr || least == most) return;
  const double share = static_cast<double>(least->memory_bytes) / static_cast<double>(most->memory_bytes);
  if (share >= even_share) return fine(found, "uneven-memory", "nodes have as much memory as each other");
  found.findings.push_back(
      {.id = "uneven-memory",
       .severity = share < half_share ? Severity::matters : Severity::worth_knowing,
       .is = fmt::format("node {} has {} of memory, node {} has {}", least->number,
                         size_text(least->memory_bytes), most->number, size_text(most->memory_bytes)),
       .cost = "not known: what is spread evenly fills the smaller node first, and goes elsewhere from then "
               "on; fewer "
               "modules have less bandwidth",
       .source = "docs/explanation/placement.md, a node that is full",
       .mend = "dmidecode -t memory   # which slots are empty, or which module failed",
       .root = true});
}

void check_room(const std::vector<SystemNode>& nodes, Examination& found) {
  std::vector<int> full, idle;
  std::uint64_t idle_bytes = 0;
  for (const SystemNode& node : nodes) {
    if (node.memory_bytes == 0) continue;
    const auto all = static_cast<double>(node.memory_bytes);
    if (node.room_bytes && static_cast<double>(*node.room_bytes) < full_share * all)
      full.push_back(node.number);
    std::uint64_t unused = 0;
    for (const HugePages& pool : node.huge_pages) unused += pool.bytes * pool.free;
    if (static_cast<double>(unused) > idle_pool_share * all) {
      idle.push_back(node.number);
      idle_bytes += unused;
    }
  }
  if (full.empty()) {
    fine(found, "full-node", "every node has room");
  } else {
    found.findings.push_back({.id = "full-node",
                              .severity = Severity::worth_knowing,
                              .is = fmt::format("node {} has less than {:.0f} % of its memory left",
                                                list_text(full), 100 * full_share),
                              .cost = "not known: pages that should be there go to other nodes, or the "
                                      "kernel kills a process that requires them there (bind)",
                              .source = "docs/explanation/placement.md, a node that is full",
                              .mend = "numastat -m   # what fills it; numapack where shows a process"});
  }
  if (idle.empty()) return;
  found.findings.push_back(
      {.id = "idle-huge-pages",
       .severity = Severity::worth_knowing,
       .is = fmt::format("{} in pools of huge pages that nobody uses, on node {}", size_text(idle_bytes),
                         list_text(idle)),
       .cost =
           "that memory, to every program that does not ask for such pages (numapack takes transparent ones)",
       .source = "Linux: admin-guide/mm/hugetlbpage",
       .mend = "sysctl -w vm.nr_hugepages=0",
       .root = true});
}

}  // namespace

void check_nodes(const SystemFacts& facts, const MeasuredProfile* profile, Examination& found) {
  check_hidden_nodes(facts, profile, found);
  if (!facts.nodes) return skip(found, "memory of the nodes", facts.nodes.why_not);
  check_missing_memory(*facts.nodes, profile, found);
  check_uneven_memory(*facts.nodes, found);
  check_room(*facts.nodes, found);
}

}  // namespace numapack
