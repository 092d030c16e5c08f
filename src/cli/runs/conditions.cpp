// SPDX-License-Identifier: BSD-3-Clause
#include "cli/runs/conditions.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "base/limits.hpp"
#include "cli/terminal/json_values.hpp"

namespace numapack {

namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::optional<double> number_in(const std::string& path) {
  std::ifstream file(path);
  double number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

/// What the cgroup (version 2, or 1's memory controller) and its parents still allow.
double cgroup_memory() {
  double least = std::numeric_limits<double>::infinity();
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    const bool unified = controllers.empty();
    if (!unified && controllers != "memory") continue;
    const std::string mount = unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    while (true) {
      const std::string folder = mount + (path == "/" ? "" : path) + "/";
      const auto limit = number_in(folder + (unified ? "memory.max" : "memory.limit_in_bytes"));
      const auto used = number_in(folder + (unified ? "memory.current" : "memory.usage_in_bytes"));
      if (limit && used) least = std::min(least, std::max(0.0, *limit - *used));
      if (path.size() <= 1) break;
      path.erase(std::max<std::size_t>(path.rfind('/'), 0));
    }
  }
  return least;
}

std::string now_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32] = "";
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace

CpuTimes cpu_times() {
  std::istringstream line(first_line("/proc/stat"));
  std::string label;
  line >> label;
  CpuTimes times;
  std::uint64_t value = 0;
  for (int column = 0; column < 8 && line >> value;
       ++column) {  // user nice system idle iowait irq softirq steal
    times.all += value;
    if (column == 7) times.stolen = value;
  }
  return times;
}

double steal_percent_since(const CpuTimes& before) {
  const CpuTimes now = cpu_times();
  if (now.all <= before.all) return 0;
  return 100.0 * static_cast<double>(now.stolen - before.stolen) / static_cast<double>(now.all - before.all);
}

Conditions conditions_now(const Machine& machine) {
  Conditions now;
  if (!machine.packages.empty()) now.cpu = machine.packages.front().model;
  utsname system{};
  if (uname(&system) == 0) now.kernel_release = system.release;
  now.frequency_governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  now.online_cpus = machine.allowance.online_pus;
  for (const Core& core : machine.cores) now.usable_cpus += static_cast<int>(core.usable_pus.size());
  now.quota_cpus = machine.allowance.quota_cpus;
  now.transparent_huge_pages = machine.transparent_huge_pages;
  now.numa_balancing = machine.numa_balancing;
  now.page_bytes = machine.page_bytes;
  double loads[1] = {0};
  if (getloadavg(loads, 1) == 1) now.load_average = loads[0];
  now.date = now_utc();
  now.bits = limits_of_environment().bits;
  return now;
}

std::string machine_line(const Conditions& conditions) {
  return fmt::format("{}, {} of {} CPUs usable{}, Linux {}{}", conditions.cpu, conditions.usable_cpus,
                     conditions.online_cpus,
                     conditions.quota_cpus ? fmt::format(", quota {:.1f}", *conditions.quota_cpus) : "",
                     conditions.kernel_release,
                     conditions.bits.empty() ? "" : ", level of bits " + conditions.bits);
}

std::string paging_line(const Conditions& conditions) {
  return fmt::format(
      "transparent huge pages {}, numa_balancing {}",
      conditions.transparent_huge_pages.empty() ? "unknown" : conditions.transparent_huge_pages,
      conditions.numa_balancing ? std::to_string(*conditions.numa_balancing) : "unknown");
}

nlohmann::json to_json(const Conditions& conditions) {
  return {{"cpu", conditions.cpu},
          {"kernel_release", conditions.kernel_release},
          {"online_cpus", conditions.online_cpus},
          {"usable_cpus", conditions.usable_cpus},
          {"transparent_huge_pages", conditions.transparent_huge_pages},
          {"page_bytes", conditions.page_bytes},
          {"load_average", conditions.load_average},
          {"steal_percent", conditions.steal_percent},
          {"date", conditions.date},
          {"bits", or_null(conditions.bits)},
          {"quota_cpus", or_null(conditions.quota_cpus)},
          {"numa_balancing", or_null(conditions.numa_balancing)},
          {"frequency_governor", or_null(conditions.frequency_governor)}};
}

double available_memory() {
  double available = std::numeric_limits<double>::infinity();
  std::ifstream meminfo("/proc/meminfo");
  for (std::string line; std::getline(meminfo, line);) {
    if (line.starts_with("MemAvailable:")) available = 1024.0 * std::strtod(line.c_str() + 13, nullptr);
  }
  return std::min(available, cgroup_memory());
}

}  // namespace numapack
