// SPDX-License-Identifier: BSD-3-Clause
#include "probe/watch/surroundings.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include "base/clock.hpp"
#include "probe/watch/kernel_texts.hpp"

namespace numapack::probe {

namespace {

constexpr double cheap_seconds = 2e-3;
/// The kernel counts in ticks of a hundredth of a second; every CPU that this process used is a tick or two
/// off at both ends of a quarter of a second.
constexpr double doubt_a_cpu = 0.1;

double grown(const std::map<int, double>& before, int cpu, double now) {
  const auto known = before.find(cpu);
  return known == before.end() ? 0 : std::max(0.0, now - known->second);
}

}  // namespace

std::map<int, double> interrupts_in(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line)) return {};
  std::vector<int> cpus;
  std::istringstream header(line);
  for (std::string word; header >> word;) {
    if (word.starts_with("CPU")) cpus.push_back(std::atoi(word.c_str() + 3));
  }
  std::map<int, double> sums;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string label;
    words >> label;
    // What has one number for all of them ("ERR:", "MIS:") is no CPU's.
    std::vector<double> counts;
    for (double count = 0; counts.size() < cpus.size() && words >> count;) counts.push_back(count);
    if (counts.size() < cpus.size()) continue;
    for (std::size_t at = 0; at < cpus.size(); ++at) sums[cpus[at]] += counts[at];
  }
  return sums;
}

std::optional<double> throttled_in(const std::string& text) {
  std::istringstream words(text);
  std::string name;
  for (double value = 0; words >> name >> value;) {
    if (name == "throttled_usec") return 1e-6 * value;
    if (name == "throttled_time") return 1e-9 * value;
  }
  return std::nullopt;
}

Watcher::Watcher(const Machine& machine) {
  const std::string& quota = machine.allowance.quota_source;
  if (!quota.empty()) quota_file_ = quota.substr(0, quota.rfind('/')) + "/cpu.stat";
}

Surroundings Watcher::snapshot(bool all) {
  Surroundings now;
  now.work = work_now();
  if (!quota_file_.empty()) now.throttled_seconds = throttled_in(kernel_text(quota_file_));
  if (!all && !interrupts_are_cheap_) return now;
  const double start = seconds_now();
  now.interrupts = interrupts_in(kernel_text("/proc/interrupts"));
  interrupts_are_cheap_ = seconds_now() - start < cheap_seconds;
  return now;
}

Interval interval_between(const Surroundings& before, const Surroundings& after) {
  Interval interval;
  interval.seconds = after.work.seconds - before.work.seconds;
  if (!(interval.seconds > 0)) return interval;
  const OthersAtWork others = others_between(before.work, after.work, {});
  const double own = (after.work.own_seconds - before.work.own_seconds) / interval.seconds;
  if (others.known) interval.neighbours = std::max(0.0, others.cpus - doubt_a_cpu * own);
  if (before.throttled_seconds && after.throttled_seconds)
    interval.throttled_seconds = std::max(0.0, *after.throttled_seconds - *before.throttled_seconds);
  if (!before.interrupts.empty()) {
    for (const auto& [cpu, count] : after.interrupts)
      interval.interrupts[cpu] = grown(before.interrupts, cpu, count) / interval.seconds;
  }
  for (const auto& [cpu, seconds] : after.work.stolen_by_cpu)
    interval.stolen[cpu] = grown(before.work.stolen_by_cpu, cpu, seconds) / interval.seconds;
  return interval;
}

}  // namespace numapack::probe
