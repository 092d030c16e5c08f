// SPDX-License-Identifier: BSD-3-Clause
#include "doctor/examine.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "doctor/checks.hpp"
#include "insight/node_latencies.hpp"

namespace numapack {

const char* name(Severity severity) {
  switch (severity) {
    case Severity::matters:
      return "matters";
    case Severity::worth_knowing:
      return "worth knowing";
    default:
      return "fine";
  }
}

std::size_t Examination::count(Severity severity) const {
  return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                [&](const auto& one) { return one.severity == severity; }));
}

FarMemory far_memory(const MeasuredProfile* profile) {
  if (profile != nullptr) {
    const auto latencies = node_latencies(*profile);
    double least = 0, most = 0;
    for (const auto& [pair, ns] : latencies) {
      const auto home = latencies.find({pair.first, pair.first});
      if (pair.first == pair.second || home == latencies.end() || !(home->second > 0)) continue;
      const double ratio = ns / home->second;
      least = least > 0 ? std::min(least, ratio) : ratio;
      most = std::max(most, ratio);
    }
    if (least > 0) return {{least, most}, "this machine's profile"};
  }
  // 90, 156 and 241 ns: estimate_profile() has the same.
  return {{156.0 / 90, 241.0 / 90}, "a Kunpeng 920: Electronics 2021, 10, 1984, section 4.1"};
}

std::string times(const Slowdown& slowdown) {
  const std::string least = fmt::format("{:.1f}", slowdown.least),
                    most = fmt::format("{:.1f}", slowdown.most);
  return (least == most ? least : least + " to " + most) + " times";
}

std::vector<SystemNode> nodes_with_memory_in(const SystemFacts& facts) {
  std::vector<SystemNode> nodes = facts.nodes.value.value_or(std::vector<SystemNode>{});
  std::erase_if(nodes, [](const SystemNode& node) { return node.memory_bytes == 0; });
  return nodes;
}

bool is_virtual(const SystemFacts& facts) { return facts.hypervisor && !facts.hypervisor->empty(); }

Examination examine(const SystemFacts& facts, const MeasuredProfile* profile,
                    const std::string& why_no_profile) {
  Examination found;
  check_nodes(facts, profile, found);
  if (profile != nullptr) {
    check_latencies(facts, *profile, found);
  } else {
    skip(found, "measured latencies and drift", why_no_profile);
  }
  check_kernel(facts, found);
  check_huge_pages(facts, found);
  check_limits(facts, found);
  check_memory_limits(facts, found);
  check_swap(facts, found);
  check_clocks(facts, found);
  check_cpus(facts, found);
  check_settings(facts, found);
  check_complete_library(facts, found);
  std::stable_sort(found.findings.begin(), found.findings.end(),
                   [](const Finding& left, const Finding& right) { return left.severity < right.severity; });
  return found;
}

}  // namespace numapack
