// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>

#include "doctor/checks.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

bool holds_number(const std::vector<int>& list, int number) {
  return std::find(list.begin(), list.end(), number) != list.end();
}

void check_quota(const SystemFacts& facts, Examination& found) {
  if (!facts.quota) return skip(found, "CPU quota", facts.quota.why_not);
  const std::size_t cpus = facts.allowed_cpus ? facts.allowed_cpus->size()
                           : facts.cpus       ? facts.cpus->size()
                                              : 0;
  if (!facts.quota->cpus) return fine(found, "cpu-quota", "no CPU quota");
  const double quota = *facts.quota->cpus;
  if (cpus == 0) return skip(found, "CPU quota", "it is not known how many CPUs it is of");
  if (quota >= static_cast<double>(cpus)) {
    return fine(found, "cpu-quota", fmt::format("the CPU quota, {:g}, is no less than the CPUs", quota));
  }
  const double ratio = static_cast<double>(cpus) / quota;
  const bool version_2 = facts.quota->source.ends_with("cpu.max");
  found.findings.push_back(
      {.id = "cpu-quota",
       .severity = Severity::matters,
       .is = fmt::format("a quota of {:g} CPUs' time for {} CPUs", quota, cpus),
       .cost =
           fmt::format("{:.1f}x where all CPUs work: threads are stopped until the next period, and those at "
                       "a barrier wait for them; numapack starts no more than fit",
                       ratio),
       .slowdown = Slowdown{1, ratio},
       .source = "Linux: scheduler/sched-bwc; docs/reference/measure/topo.md",
       .mend = fmt::format("echo {} > {}", version_2 ? "max" : "-1", facts.quota->source),
       .root = true});
}

/// CPUs of nodes whose memory this process may not have.
void check_cores_without_memory(const SystemFacts& facts, Examination& found) {
  if (!facts.nodes || !facts.allowed_cpus || !facts.allowed_nodes) {
    return skip(found, "CPUs against nodes of this process",
                !facts.nodes          ? facts.nodes.why_not
                : !facts.allowed_cpus ? facts.allowed_cpus.why_not
                                      : facts.allowed_nodes.why_not);
  }
  std::vector<int> nodes, cpus;
  for (const SystemNode& node : *facts.nodes) {
    if (node.memory_bytes == 0 || holds_number(*facts.allowed_nodes, node.number)) continue;
    std::vector<int> here;
    std::copy_if(node.cpus.begin(), node.cpus.end(), std::back_inserter(here),
                 [&](int cpu) { return holds_number(*facts.allowed_cpus, cpu); });
    if (here.empty()) continue;
    nodes.push_back(node.number);
    cpus.insert(cpus.end(), here.begin(), here.end());
  }
  if (nodes.empty()) return fine(found, "cores-without-memory", "every usable CPU's node has usable memory");
  const FarMemory far = far_memory(nullptr);
  found.findings.push_back(
      {.id = "cores-without-memory",
       .severity = Severity::matters,
       .is = fmt::format("CPUs {} may be used, the memory of their node {} may not", list_text(cpus),
                         list_text(nodes)),
       .cost =
           fmt::format("every access of theirs crosses to another node: {} the latency", times(far.slowdown)),
       .slowdown = far.slowdown,
       .source = far.source,
       .mend = "give the group both: cpuset.cpus and cpuset.mems of the same nodes (numactl -N and -m, "
               "--cpuset-mems)",
       .by_hand = true,
       .root = true});
}

void check_mask(const SystemFacts& facts, Examination& found) {
  if (!facts.allowed_cpus || !facts.cpus) {
    return skip(found, "CPUs of this process", facts.cpus ? facts.allowed_cpus.why_not : facts.cpus.why_not);
  }
  std::size_t usable = 0;
  for (const SystemCpu& cpu : *facts.cpus) usable += holds_number(*facts.allowed_cpus, cpu.number) ? 1 : 0;
  const std::size_t online = facts.cpus->size();
  if (usable >= online)
    return fine(found, "affinity", fmt::format("this process may use all {} CPUs", online));
  const double ratio = static_cast<double>(online) / static_cast<double>(std::max<std::size_t>(1, usable));
  found.findings.push_back(
      {.id = "affinity",
       .severity = Severity::worth_knowing,
       .is = fmt::format("this process may use {} of {} CPUs ({})", usable, online,
                         list_text(*facts.allowed_cpus)),
       .cost = fmt::format("up to {:.1f}x, if it was meant to have all; right for one of "
                           "several processes",
                           ratio),
       .slowdown = Slowdown{1, ratio},
       .source = "the count here",
       .mend = fmt::format("taskset -c 0-{} COMMAND   # a control group may still forbid it",
                           facts.cpus->back().number)});
}

void check_policies(const SystemFacts& facts, Examination& found) {
  if (!facts.policies) return skip(found, "whether memory may be placed", facts.policies.why_not);
  const PolicyTrial& trial = *facts.policies;
  std::string refused;
  for (const auto& [call, why] : {std::pair{"mbind", &trial.mbind_refused},
                                  {"set_mempolicy", &trial.set_mempolicy_refused},
                                  {"move_pages", &trial.move_pages_refused}}) {
    if (!why->empty()) refused += fmt::format("{}{} ({})", refused.empty() ? "" : ", ", call, *why);
  }
  if (refused.empty())
    return fine(found, "placement-refused", "memory may be placed (mbind, set_mempolicy, move_pages)");
  const bool several = facts.nodes && facts.nodes->size() > 1;
  found.findings.push_back(
      {.id = "placement-refused",
       .severity = several ? Severity::matters : Severity::worth_knowing,
       .is = "refused here: " + refused,
       .cost = several ? "not known: pages lie where they were first touched, whatever is asked for; "
                         "numapack touches "
                         "from the right node where it can"
                       : "nothing on one node",
       .source = "docs/explanation/placement.md; Docker: engine/security/seccomp",
       .mend = "start the container with --cap-add SYS_NICE, or a seccomp profile that permits these calls",
       .by_hand = true,
       .root = true});
}

}  // namespace

void check_limits(const SystemFacts& facts, Examination& found) {
  check_policies(facts, found);
  check_quota(facts, found);
  check_cores_without_memory(facts, found);
  check_mask(facts, found);
}

void check_memory_limits(const SystemFacts& facts, Examination& found) {
  if (!facts.memory_limit) return skip(found, "memory limit", facts.memory_limit.why_not);
  if (!facts.memory_limit->bytes) return fine(found, "memory-limit", "no memory limit");
  std::uint64_t there = 0;
  for (const SystemNode& node : nodes_with_memory_in(facts))
    if (!facts.allowed_nodes || holds_number(*facts.allowed_nodes, node.number)) there += node.memory_bytes;
  if (there == 0) return skip(found, "memory limit", "it is not known how much memory it is of");
  const std::uint64_t limit = *facts.memory_limit->bytes;
  if (limit >= there)
    return fine(found, "memory-limit", "the memory limit is no less than the nodes' memory");
  const bool version_2 = facts.memory_limit->source.ends_with("memory.max");
  found.findings.push_back(
      {.id = "memory-limit",
       .severity = limit < there / 2 ? Severity::matters : Severity::worth_knowing,
       .is = fmt::format("the group may have {} of the {} on its nodes", size_text(limit), size_text(there)),
       .cost = "no time: processes that exceed it are killed; numapack's workspace is at most a quarter of "
               "what is left",
       .source = "Linux: admin-guide/cgroup-v2, memory.max; docs/reference/environment.md",
       .mend = fmt::format("echo {} > {}", version_2 ? "max" : "-1", facts.memory_limit->source),
       .root = true});
}

}  // namespace numapack
