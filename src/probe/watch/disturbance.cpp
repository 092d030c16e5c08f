// SPDX-License-Identifier: BSD-3-Clause
#include "probe/watch/disturbance.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "machine/text.hpp"

namespace numapack::probe {

namespace {

constexpr double preempted_share = 0.02, stolen_share = 0.02, slow_share = 0.1, drift_share = 1.0 / 6;
constexpr double interrupts_a_second = 5000, neighbour_cpus = 0.5;

/// All visits with the same cause.
struct Together {
  int visits = 0;
  double least = 0, most = 0;
  long switches = 0;
  std::set<int> pus;
};

std::string range(double least, double most) {
  return most - least < 0.5 ? fmt::format("{:.0f}", most) : fmt::format("{:.0f} to {:.0f}", least, most);
}

std::string tenths(const Together& of) {
  return of.most - of.least < 0.05 ? fmt::format("{:.1f}", of.most)
                                   : fmt::format("{:.1f} to {:.1f}", of.least, of.most);
}

std::string percent(const Together& of) { return range(100 * of.least, 100 * of.most) + " %"; }

std::string cpus(const Together& of) { return "CPU " + list_text({of.pus.begin(), of.pus.end()}); }

std::string text(Cause cause, const Together& of) {
  switch (cause) {
    case Cause::moved:
      return "a thread was moved off " + cpus(of) + " while it measured";
    case Cause::preemption:
      return fmt::format("{} was taken away for {} of the time{}", cpus(of), percent(of),
                         of.switches > 0 ? fmt::format(", {} times for another thread", of.switches) : "");
    case Cause::quota:
      return fmt::format("the CPU quota held this process up for {} of the time", percent(of));
    case Cause::stolen:
      return fmt::format("the host took {} for {} of the time", cpus(of), percent(of));
    case Cause::interrupts:
      return fmt::format("{} had {} interrupts a second", cpus(of), range(of.least, of.most));
    case Cause::neighbour:
      return fmt::format("other processes used {} CPUs", tenths(of));
    case Cause::slow_clock:
      return fmt::format("the clock of {} was {} below its best", cpus(of), percent(of));
    case Cause::distance:
      return fmt::format("cores were {} times as near or far as usual: a host moves its CPUs", tenths(of));
    case Cause::drift:
      return fmt::format("the sentinel was {} slower than usual", percent(of));
    case Cause::apart:
      return fmt::format("visits of one cell gave {} times what others gave", tenths(of));
  }
  return "";
}

std::map<Cause, Together> by_cause(const std::vector<Disturbance>& disturbances) {
  std::map<Cause, Together> causes;
  for (const Disturbance& one : disturbances) {
    Together& of = causes[one.cause];
    of.least = of.visits == 0 ? one.amount : std::min(of.least, one.amount);
    of.most = std::max(of.most, one.amount);
    of.switches += one.switches;
    if (one.pu >= 0) of.pus.insert(one.pu);
    ++of.visits;
  }
  return causes;
}

}  // namespace

bool lost_its_cpu(const Preemption& preemption) {
  return preemption.moved || preemption.share > preempted_share;
}

std::vector<Disturbance> wrong_with(const VisitContext& context) {
  std::vector<Disturbance> wrong;
  const Preemption& preemption = context.preemption;
  const Interval& interval = context.interval;
  if (preemption.moved) wrong.push_back({Cause::moved, 0, preemption.pu, 0});
  if (preemption.share > preempted_share) {
    const Cause cause = interval.throttled_seconds > 0 ? Cause::quota : Cause::preemption;
    wrong.push_back({cause, preemption.share, preemption.pu, preemption.switches});
  }
  const auto on_its_cpus = [&](Cause cause, const std::map<int, double>& figures, double bar) {
    Disturbance worst{cause, bar, -1, 0};
    for (const int pu : preemption.pus) {
      const auto of = figures.find(pu);
      if (of != figures.end() && of->second > worst.amount) worst = {cause, of->second, pu, 0};
    }
    if (worst.pu >= 0) wrong.push_back(worst);
  };
  on_its_cpus(Cause::stolen, interval.stolen, stolen_share);
  on_its_cpus(Cause::interrupts, interval.interrupts, interrupts_a_second);
  if (interval.neighbours > neighbour_cpus) wrong.push_back({Cause::neighbour, interval.neighbours, -1, 0});
  if (context.slow_clock > slow_share)
    wrong.push_back({Cause::slow_clock, context.slow_clock, preemption.pu, 0});
  if (preemption.pus.size() > 1 && context.distance_change > distance_differs)
    wrong.push_back({Cause::distance, context.distance_change, -1, 0});
  if (context.excess > drift_share) wrong.push_back({Cause::drift, context.excess, -1, 0});
  return wrong;
}

std::vector<std::string> lines_of(const std::vector<Disturbance>& disturbances) {
  std::vector<std::string> lines;
  for (const auto& [cause, of] : by_cause(disturbances))
    lines.push_back(
        fmt::format("{} ({} {})", text(cause, of), of.visits, of.visits == 1 ? "visit" : "visits"));
  return lines;
}

std::string text_of(const std::vector<Disturbance>& disturbances) {
  std::string line;
  for (const auto& [cause, of] : by_cause(disturbances)) line += (line.empty() ? "" : ", ") + text(cause, of);
  return line;
}

}  // namespace numapack::probe
