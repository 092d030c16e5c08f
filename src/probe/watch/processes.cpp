// SPDX-License-Identifier: BSD-3-Clause
#include "probe/watch/processes.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <map>
#include <sstream>

#include "probe/watch/kernel_texts.hpp"

namespace numapack::probe {

namespace {

constexpr std::size_t most_named = 3;
constexpr double least_cpus = 0.05;

}  // namespace

std::optional<ProcessWork> process_in(const std::string& text, double ticks_a_second) {
  // The name may hold blanks and parentheses: it ends at the last one.
  const std::size_t open = text.find(" ("), close = text.rfind(") ");
  if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
  ProcessWork work;
  work.pid = std::atoi(text.c_str());
  work.name = text.substr(open + 2, close - open - 2);
  std::istringstream rest(text.substr(close + 2));
  std::string skipped;
  double user = 0, system = 0;
  // state ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt, then utime and stime.
  for (int field = 0; field < 11; ++field) rest >> skipped;
  if (!(rest >> user >> system)) return std::nullopt;
  work.cpu_seconds = (user + system) / ticks_a_second;
  // cutime cstime priority nice num_threads itrealvalue, then starttime.
  for (int field = 0; field < 6; ++field) rest >> skipped;
  double started = 0;
  if (rest >> started) work.started = started / ticks_a_second;
  return work;
}

std::vector<ProcessWork> processes_now() {
  std::vector<ProcessWork> all;
  std::error_code unreadable;
  for (std::filesystem::directory_iterator entry("/proc", unreadable), end; !unreadable && entry != end;
       entry.increment(unreadable)) {
    const std::string name = entry->path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    auto work = process_in(kernel_text(entry->path() / "stat"), ticks_a_second());
    if (work && work->pid != getpid()) all.push_back(std::move(*work));
  }
  return all;
}

std::vector<ProcessWork> work_between(const std::vector<ProcessWork>& before,
                                      const std::vector<ProcessWork>& after) {
  std::map<int, double> known;
  for (const ProcessWork& one : before) known[one.pid] = one.cpu_seconds;
  std::vector<ProcessWork> work;
  for (ProcessWork one : after) {
    // A number that another process has now starts from nothing.
    if (const auto same = known.find(one.pid); same != known.end() && same->second <= one.cpu_seconds)
      one.cpu_seconds -= same->second;
    if (one.cpu_seconds > 0) work.push_back(std::move(one));
  }
  std::stable_sort(work.begin(), work.end(), [](const ProcessWork& one, const ProcessWork& other) {
    return one.cpu_seconds > other.cpu_seconds;
  });
  return work;
}

std::string busiest_text(const std::vector<ProcessWork>& work, double seconds) {
  std::string text;
  for (std::size_t at = 0; at < std::min(most_named, work.size()); ++at) {
    const double cpus = seconds > 0 ? work[at].cpu_seconds / seconds : 0;
    if (cpus < least_cpus) break;
    text += fmt::format("{}{} ({}) {:.2f}", text.empty() ? "" : ", ", work[at].name, work[at].pid, cpus);
  }
  return text;
}

namespace {

std::string rough_duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.0f} h", seconds / 3600);
}

}  // namespace

std::string outlook_text(const std::vector<ProcessWork>& work, double seconds, double uptime,
                         const std::array<double, 3>& loads) {
  std::string text;
  for (std::size_t at = 0; at < std::min(most_named, work.size()); ++at) {
    if (seconds > 0 && work[at].cpu_seconds / seconds < least_cpus) break;
    text += fmt::format("{}{} ({}) runs for {}", text.empty() ? "" : ", ", work[at].name, work[at].pid,
                        rough_duration(std::max(0.0, uptime - work[at].started)));
  }
  constexpr double moves = 1.15;
  const char* const course = loads[0] > moves * loads[2]   ? "rises"
                             : loads[2] > moves * loads[0] ? "falls"
                                                           : "stays";
  return text + fmt::format("{}load of 1, 5, 15 minutes {:.1f}, {:.1f}, {:.1f}: it {}",
                            text.empty() ? "" : "; ", loads[0], loads[1], loads[2], course);
}

std::string outlook_now(const std::vector<ProcessWork>& work, double seconds) {
  timespec up{};
  clock_gettime(CLOCK_BOOTTIME, &up);
  std::array<double, 3> loads{};
  if (getloadavg(loads.data(), 3) != 3) return "";
  return outlook_text(work, seconds, static_cast<double>(up.tv_sec), loads);
}

}  // namespace numapack::probe
