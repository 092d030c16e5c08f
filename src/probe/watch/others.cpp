// SPDX-License-Identifier: BSD-3-Clause
#include "probe/watch/others.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <sstream>

#include "base/clock.hpp"
#include "probe/watch/kernel_texts.hpp"

namespace numapack::probe {

WorkCount work_in(const std::string& text, double ticks_a_second) {
  WorkCount count;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string label;
    words >> label;
    if (label == "procs_running") words >> count.running;
    if (!label.starts_with("cpu") || label.size() == 3 ||
        !std::all_of(label.begin() + 3, label.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
      continue;
    // user nice system idle iowait irq softirq steal
    double busy = 0, stolen = 0, ticks = 0;
    for (int column = 0; column < 8 && words >> ticks; ++column) {
      if (column == 7)
        stolen = ticks;
      else if (column != 3 && column != 4)
        busy += ticks;
    }
    const int cpu = std::stoi(label.substr(3));
    count.by_cpu[cpu] = busy / ticks_a_second;
    count.stolen_by_cpu[cpu] = stolen / ticks_a_second;
  }
  return count;
}

WorkCount work_now() {
  WorkCount count = work_in(kernel_text("/proc/stat"), ticks_a_second());
  timespec own{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  count.own_seconds = static_cast<double>(own.tv_sec) + 1e-9 * static_cast<double>(own.tv_nsec);
  count.seconds = seconds_now();
  return count;
}

OthersAtWork others_between(const WorkCount& before, const WorkCount& after,
                            const std::vector<int>& siblings) {
  OthersAtWork others;
  others.seconds = after.seconds - before.seconds;
  if (!(others.seconds > 0) || before.by_cpu.empty() || after.by_cpu.empty()) return others;
  double all = 0, beside = 0;
  for (const auto& [cpu, busy] : after.by_cpu) {
    const auto same = before.by_cpu.find(cpu);
    if (same == before.by_cpu.end()) continue;  // switched on meanwhile
    const double grown = std::max(0.0, busy - same->second);
    all += grown;
    if (std::find(siblings.begin(), siblings.end(), cpu) != siblings.end()) beside += grown;
  }
  others.known = true;
  others.cpus = std::max(0.0, all - (after.own_seconds - before.own_seconds)) / others.seconds;
  others.sibling_cpus = std::min(others.cpus, beside / others.seconds);
  others.running = std::max(0, std::max(before.running, after.running) - 1);
  return others;
}

OthersAtWork added_up(const OthersAtWork& one, const OthersAtWork& other) {
  if (!one.known) return other;
  if (!other.known) return one;
  OthersAtWork both = one;
  both.seconds = one.seconds + other.seconds;
  const auto mean = [&](double left, double right) {
    return (left * one.seconds + right * other.seconds) / both.seconds;
  };
  both.cpus = mean(one.cpus, other.cpus);
  both.sibling_cpus = mean(one.sibling_cpus, other.sibling_cpus);
  both.running = std::max(one.running, other.running);
  return both;
}

std::vector<int> siblings_of(const Machine& machine) {
  std::vector<int> siblings;
  for (const Core& core : machine.cores) {
    if (!core.usable()) continue;
    for (const int pu : core.pus) {
      if (pu != core.usable_pus.front()) siblings.push_back(pu);
    }
  }
  return siblings;
}

std::string others_text(const OthersAtWork& others) {
  if (!others.known) return "";
  std::string text = fmt::format("others at work: {:.2f} CPUs", others.cpus);
  if (others.sibling_cpus >= 0.005) text += fmt::format(", up to {:.2f} on siblings", others.sibling_cpus);
  if (others.running > 0)
    text += fmt::format(", {} runnable {}", others.running, others.running == 1 ? "thread" : "threads");
  return text;
}

}  // namespace numapack::probe
