// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "doctor/checks.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

/// Clocks that differ by less are the same.
constexpr double same_clock = 0.1;

struct ClockRange {
  double least = 0, most = 0;
  void take(const std::optional<double>& khz) {
    if (!khz || !(*khz > 0)) return;
    least = least > 0 ? std::min(least, *khz) : *khz;
    most = std::max(most, *khz);
  }
  bool differs() const { return least > 0 && most > least * (1 + same_clock); }
};

std::string ghz(double khz) { return fmt::format("{:.2f} GHz", khz / 1e6); }

/// The driver chooses clocks by itself under this name, much as "schedutil" does elsewhere.
bool chooses_itself(const SystemCpu& cpu) {
  return cpu.governor == "powersave" && (cpu.driver == "intel_pstate" || cpu.driver == "amd-pstate-epp");
}

bool stays_low(const SystemCpu& cpu) {
  return (cpu.governor == "powersave" && !chooses_itself(cpu)) || cpu.governor == "userspace";
}

void check_governor(const std::vector<SystemCpu>& cpus, Examination& found) {
  std::map<std::string, std::vector<int>> by_governor;
  bool low = false;
  double ratio = 1;
  for (const SystemCpu& cpu : cpus) {
    if (cpu.governor.empty()) continue;
    by_governor[cpu.governor].push_back(cpu.number);
    if (!stays_low(cpu)) continue;
    low = true;
    if (cpu.min_khz && cpu.max_khz && *cpu.min_khz > 0) ratio = std::max(ratio, *cpu.max_khz / *cpu.min_khz);
  }
  if (by_governor.size() == 1 && by_governor.begin()->first == "performance") {
    return fine(found, "governor", "the frequency governor is performance on all CPUs");
  }
  std::string list;
  for (const auto& [governor, those] : by_governor) {
    list += fmt::format("{}{}{}", list.empty() ? "" : ", ", governor,
                        by_governor.size() == 1 ? "" : " on CPUs " + list_text(those));
  }
  Finding finding{.id = "governor", .severity = low ? Severity::matters : Severity::worth_knowing};
  // Threads that wait for each other run at the clock of the slowest.
  if (by_governor.size() > 1) finding.severity = Severity::matters;
  finding.is = "the frequency governor is " + list;
  finding.cost = "not known: clocks follow the load, and rise only after work has begun";
  finding.source = "Linux: admin-guide/pm/cpufreq";
  if (low && ratio > 1) {
    finding.slowdown = Slowdown{1, ratio};
    finding.cost = fmt::format("up to {:.1f}x, by the CPUs' own least and greatest clocks", ratio);
    finding.source = "scaling_min_freq and scaling_max_freq here; Linux: admin-guide/pm/cpufreq";
  } else if (low) {
    finding.cost = "not known: the clock stays low whatever the load";
  }
  finding.mend = "cpupower frequency-set -g performance";
  finding.root = true;
  found.findings.push_back(std::move(finding));
}

void check_cap(const std::vector<SystemCpu>& cpus, Examination& found) {
  std::vector<int> capped;
  double ratio = 1, to = 0, of = 0;
  for (const SystemCpu& cpu : cpus) {
    if (!cpu.max_khz || !cpu.hardware_khz || !(*cpu.max_khz > 0) || *cpu.max_khz >= 0.99 * *cpu.hardware_khz)
      continue;
    capped.push_back(cpu.number);
    if (*cpu.hardware_khz / *cpu.max_khz <= ratio) continue;
    ratio = *cpu.hardware_khz / *cpu.max_khz;
    to = *cpu.max_khz;
    of = *cpu.hardware_khz;
  }
  if (capped.empty()) return fine(found, "clock-cap", "clocks may rise to what the hardware has");
  found.findings.push_back(
      {.id = "clock-cap",
       .severity = Severity::matters,
       .is = fmt::format("clocks of CPUs {} are held to {} of {}", list_text(capped), ghz(to), ghz(of)),
       .cost = fmt::format("up to {:.2f}x on compute-bound work", ratio),
       .slowdown = Slowdown{1, ratio},
       .source = "scaling_max_freq and cpuinfo_max_freq here",
       .mend = fmt::format("cpupower frequency-set -u {:.0f}kHz", of),
       .root = true});
}

void check_differences(const std::vector<SystemCpu>& cpus, Examination& found) {
  ClockRange hardware, now;
  bool steady = true;
  std::vector<int> hot;
  for (const SystemCpu& cpu : cpus) {
    hardware.take(cpu.hardware_khz);
    now.take(cpu.now_khz);
    // Under other governors CPUs that have nothing to do are slow, and should be.
    steady = steady && cpu.governor == "performance";
    if (cpu.throttled.value_or(0) > 0) hot.push_back(cpu.number);
  }
  if (hardware.differs()) {
    found.findings.push_back(
        {.id = "unlike-cores",
         .severity = Severity::worth_knowing,
         .is = fmt::format("cores are not alike: their greatest clocks are {} to {}", ghz(hardware.least),
                           ghz(hardware.most)),
         .cost = fmt::format("up to {:.1f}x where work is divided evenly: all wait for the slowest",
                             hardware.most / hardware.least),
         .slowdown = Slowdown{1, hardware.most / hardware.least},
         .source = "cpuinfo_max_freq here",
         .mend = "numactl -C LIST COMMAND   # cores of one kind only"});
  } else if (steady && now.differs()) {
    found.findings.push_back(
        {.id = "clocks-differ",
         .severity = Severity::worth_knowing,
         .is = fmt::format("CPUs run at {} to {} just now, all under performance", ghz(now.least),
                           ghz(now.most)),
         .cost = fmt::format("up to {:.1f}x where work is divided evenly: all wait for the slowest",
                             now.most / now.least),
         .slowdown = Slowdown{1, now.most / now.least},
         .source = "scaling_cur_freq here, one look",
         .mend = "turbostat   # heat, power limits",
         .root = true});
  } else if (steady && now.least > 0) {
    fine(found, "clocks-differ", fmt::format("CPUs run at {} to {}", ghz(now.least), ghz(now.most)));
  }
  if (hot.empty()) return;
  found.findings.push_back(
      {.id = "too-hot",
       .severity = Severity::worth_knowing,
       .is = fmt::format("CPUs {} were slowed down for heat since the start", list_text(hot)),
       .cost = "not known: the kernel counts how often, not how far",
       .source = "thermal_throttle/core_throttle_count here",
       .mend = "look at fans, air and power limits",
       .by_hand = true});
}

}  // namespace

void check_clocks(const SystemFacts& facts, Examination& found) {
  if (!facts.cpus) return skip(found, "clocks", facts.cpus.why_not);
  const bool told = std::any_of(facts.cpus->begin(), facts.cpus->end(),
                                [](const SystemCpu& cpu) { return !cpu.governor.empty(); });
  if (told) {
    check_governor(*facts.cpus, found);
    check_cap(*facts.cpus, found);
  } else {
    skip(found, "governor and clocks", "no CPU has cpufreq: the firmware or the host chooses");
  }
  check_differences(*facts.cpus, found);
  if (!facts.boost) return skip(found, "boost", facts.boost.why_not);
  if (*facts.boost) return fine(found, "boost", "boost is allowed");
  found.findings.push_back(
      {.id = "boost",
       .severity = Severity::worth_knowing,
       .is = "boost is off: clocks stay at the nominal one",
       .cost = "not known: what boost gives depends on heat and power; figures are steadier without",
       .source = "Linux: admin-guide/pm/cpufreq, boost",
       .mend = "echo 1 > /sys/devices/system/cpu/cpufreq/boost   # intel_pstate: 0 into no_turbo",
       .root = true});
}

}  // namespace numapack
