// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include "doctor/checks.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

void check_offline(const SystemFacts& facts, Examination& found) {
  if (!facts.offline_cpus || !facts.cpus) {
    return skip(found, "CPUs that are off", facts.cpus ? facts.offline_cpus.why_not : facts.cpus.why_not);
  }
  const std::vector<int>& off = *facts.offline_cpus;
  const std::size_t online = facts.cpus->size();
  if (off.empty()) return fine(found, "offline-cpus", fmt::format("all {} CPUs are on", online));
  if (facts.smt && (*facts.smt == "off" || *facts.smt == "forceoff")) {
    return fine(found, "offline-cpus", fmt::format("CPUs {} are off with SMT", list_text(off)));
  }
  const double ratio = static_cast<double>(online + off.size()) / static_cast<double>(online);
  found.findings.push_back({.id = "offline-cpus",
                            .severity = Severity::matters,
                            .is = fmt::format("CPUs {} are switched off, {} of {}", list_text(off),
                                              off.size(), online + off.size()),
                            .cost = fmt::format("up to {:.2f}x on compute-bound work", ratio),
                            .slowdown = Slowdown{1, ratio},
                            .source = "the count here; Linux: core-api/cpu_hotplug",
                            .mend = "chcpu -e " + list_text(off),
                            .root = true});
}

void check_isolated(const SystemFacts& facts, Examination& found) {
  if (!facts.isolated_cpus) return skip(found, "isolated CPUs", facts.isolated_cpus.why_not);
  if (facts.isolated_cpus->empty()) return fine(found, "isolated-cpus", "no CPU is isolated");
  found.findings.push_back(
      {.id = "isolated-cpus",
       .severity = Severity::worth_knowing,
       .is = fmt::format("CPUs {} are isolated: nothing runs there unless it is bound",
                         list_text(*facts.isolated_cpus)),
       .cost =
           "not known: programs that do not bind their threads leave them idle, or pile up on one of them",
       .source = "Linux: admin-guide/kernel-parameters, isolcpus",
       .mend = "take isolcpus= out of the kernel's command line, or start with taskset -c",
       .by_hand = true,
       .root = true});
}

}  // namespace

void check_cpus(const SystemFacts& facts, Examination& found) {
  check_offline(facts, found);
  check_isolated(facts, found);
  if (facts.smt) fine(found, "smt", "SMT: " + *facts.smt);
  if (!facts.perf_event_paranoid) {
    return skip(found, "who may count events", facts.perf_event_paranoid.why_not);
  }
  // It costs no time, and many distributions have it at 3 or 4.
  fine(found, "perf-events", fmt::format("kernel.perf_event_paranoid is {}", *facts.perf_event_paranoid));
}

}  // namespace numapack
