// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/visits.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/statistics.hpp"

namespace numapack::probe {

namespace {

/// Of less the kernel's ticks say nothing.
constexpr double least_interval_seconds = 0.1;

/// Around the visits after a look, made longer until the kernel's counters mean something.
Interval interval_of_visit(const std::vector<Snapshot>& snapshots, std::size_t snapshot) {
  std::size_t before = snapshot, after = std::min(snapshot + 1, snapshots.size() - 1);
  const auto interval = [&] {
    return interval_between(snapshots[before].surroundings, snapshots[after].surroundings);
  };
  Interval found = interval();
  while (found.seconds < least_interval_seconds && (before > 0 || after + 1 < snapshots.size())) {
    if (before > 0)
      --before;
    else
      ++after;
    found = interval();
  }
  if (found.seconds < least_interval_seconds) return {};
  // Where looking at interrupts takes long, only the first look and the last did.
  if (found.interrupts.empty())
    found.interrupts =
        interval_between(snapshots.front().surroundings, snapshots.back().surroundings).interrupts;
  return found;
}

/// By hardware thread.
std::map<int, double> best_clocks(const std::vector<Visit>& visits) {
  std::map<int, double> best;
  for (const Visit& visit : visits) {
    if (!visit.outcome.clock) continue;
    double& ghz = best[visit.outcome.preemption.pu];
    ghz = std::max(ghz, visit.outcome.clock->ghz());
  }
  return best;
}

/// How many times what the other visit gave one gave, or the other way round, where they differ most.
double times_apart(const Outcome& one, const Outcome& other) {
  double times = 1;
  for (const Series& series : one.series) {
    const auto same = std::ranges::find(other.series, series.quantity, &Series::quantity);
    if (same == other.series.end()) continue;
    const double here = median(series.samples), there = median(same->samples);
    if (here > 0 && there > 0) times = std::max(times, std::max(here / there, there / here));
  }
  return times;
}

void merge(CellResult& result, Outcome&& outcome) {
  for (Series& series : outcome.series) {
    series.visits = {median(series.samples)};
    const auto same = std::find_if(result.series.begin(), result.series.end(),
                                   [&](const Series& known) { return known.quantity == series.quantity; });
    if (same == result.series.end()) {
      result.series.push_back(std::move(series));
    } else {
      same->samples.insert(same->samples.end(), series.samples.begin(), series.samples.end());
      same->visits.push_back(series.visits.front());
    }
  }
  for (const std::string& remark : outcome.remarks) {
    if (std::find(result.remarks.begin(), result.remarks.end(), remark) == result.remarks.end()) {
      result.remarks.push_back(remark);
    }
  }
  if (outcome.pages) result.pages = std::move(outcome.pages);
  if (!outcome.numastat.empty()) result.numastat = std::move(outcome.numastat);
  if (outcome.clock) result.clocks.push_back(*outcome.clock);
}

}  // namespace

void judge(std::vector<Visit>& visits, const std::vector<Snapshot>& snapshots) {
  std::vector<SentinelReading> readings;
  for (const Snapshot& snapshot : snapshots) readings.push_back(snapshot.sentinel);
  const std::vector<double> over = excess(readings), changes = distance_changes(readings);
  const std::map<int, double> best = best_clocks(visits);
  std::map<std::size_t, Interval> intervals;
  for (Visit& visit : visits) {
    const std::size_t after = std::min(visit.snapshot + 1, snapshots.size() - 1);
    const auto [interval, first] = intervals.try_emplace(visit.snapshot);
    if (first) interval->second = interval_of_visit(snapshots, visit.snapshot);
    VisitContext context{visit.outcome.preemption, interval->second, 0,
                         std::max(over[visit.snapshot], over[after]),
                         std::max(changes[visit.snapshot], changes[after])};
    if (visit.outcome.clock) {
      const double ghz = best.at(visit.outcome.preemption.pu);
      if (ghz > 0) context.slow_clock = 1 - visit.outcome.clock->ghz() / ghz;
    }
    visit.wrong = wrong_with(context);
  }
}

void compare(std::vector<Visit>& visits, const std::vector<CellResult>& cells) {
  std::map<std::size_t, std::vector<Visit*>> of_cell;
  for (Visit& visit : visits) {
    if (visit.wrong.empty() && cells[visit.cell].cell.agree_within > 0) of_cell[visit.cell].push_back(&visit);
  }
  for (const auto& [cell, clean] : of_cell) {
    const double most_apart = 1 + cells[cell].cell.agree_within;
    const auto agreeing = [&](const Visit* one) {
      return std::ranges::count_if(
          clean, [&](const Visit* other) { return times_apart(one->outcome, other->outcome) <= most_apart; });
    };
    const Visit* const middle = *std::ranges::max_element(clean, {}, agreeing);
    const bool they_agree = 2 * agreeing(middle) > std::ssize(clean);
    for (Visit* const one : clean) {
      double apart = 1;
      for (const Visit* const other : clean) {
        if (!they_agree || other == middle)
          apart = std::max(apart, times_apart(one->outcome, other->outcome));
      }
      if (!they_agree || apart > most_apart) one->wrong.push_back({Cause::apart, apart, -1, 0});
    }
  }
}

std::vector<std::size_t> without_clean_visits(const std::vector<Visit>& visits,
                                              const std::vector<CellResult>& cells) {
  std::map<std::size_t, int> clean;
  for (const Visit& visit : visits) clean[visit.cell] += visit.wrong.empty();
  std::vector<std::size_t> without;
  for (const auto& [cell, count] : clean) {
    if (count < cells[cell].cell.least_visits) without.push_back(cell);
  }
  return without;
}

void gather(std::vector<Visit>& visits, std::vector<CellResult>& cells, bool keep_disturbed) {
  for (Visit& visit : visits) {
    CellResult& cell = cells[visit.cell];
    ++cell.visits;
    if (!visit.wrong.empty()) {
      ++cell.disturbed;
      cell.wrong.insert(cell.wrong.end(), visit.wrong.begin(), visit.wrong.end());
    }
    const bool kept = !visit.wrong.empty() && keep_disturbed && !visit.outcome.preemption.moved;
    cell.kept += kept;
    if (visit.wrong.empty() || kept) merge(cell, std::move(visit.outcome));
  }
  for (CellResult& cell : cells) {
    const int clean = cell.visits - cell.disturbed;
    if (cell.visits == 0 || clean + cell.kept >= cell.cell.least_visits) continue;
    cell.series.clear();
    cell.problem = clean == 0 ? "no clean visit"
                              : fmt::format("{} clean {} of the {} that it takes", clean,
                                            clean == 1 ? "visit" : "visits", cell.cell.least_visits);
    if (!cell.wrong.empty()) cell.problem += fmt::format(": {}", fmt::join(lines_of(cell.wrong), "; "));
  }
}

}  // namespace numapack::probe
