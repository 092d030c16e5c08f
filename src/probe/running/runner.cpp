// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/runner.hpp"

#include <algorithm>
#include <exception>
#include <numeric>
#include <random>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "probe/running/set_up.hpp"

namespace numapack::probe {

namespace {

/// How far apart two looks at the sentinel may be; one takes about 3 ms.
constexpr double sentinel_period = 0.25;
constexpr double disturbed_excess = 1.0 / 6;

/// A visit that gave samples, and the readings just before and after it.
struct Visit {
  std::size_t cell, reading_before;
};

void merge(CellResult& result, Outcome&& outcome) {
  for (Series& series : outcome.series) {
    const auto same = std::find_if(result.series.begin(), result.series.end(),
                                   [&](const Series& known) { return known.quantity == series.quantity; });
    if (same == result.series.end()) {
      result.series.push_back(std::move(series));
    } else {
      same->samples.insert(same->samples.end(), series.samples.begin(), series.samples.end());
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
  ++result.visits;
}

/// Every cell once a round; round after round, so that a run cut short has something of everything.
std::vector<std::size_t> random_order(std::size_t cells, int rounds, std::uint64_t seed) {
  std::vector<std::size_t> order, round(cells);
  std::iota(round.begin(), round.end(), std::size_t{0});
  std::mt19937_64 random(seed);
  for (int done = 0; done < rounds; ++done) {
    std::shuffle(round.begin(), round.end(), random);
    order.insert(order.end(), round.begin(), round.end());
  }
  return order;
}

void count_disturbed(RunResult& result, const std::vector<Visit>& visits) {
  const std::vector<double> over = excess(result.sentinel);
  for (const Visit& visit : visits) {
    const std::size_t after = std::min(visit.reading_before + 1, over.size() - 1);
    if (std::max(over[visit.reading_before], over[after]) > disturbed_excess)
      ++result.cells[visit.cell].disturbed;
  }
}

}  // namespace

const Series* CellResult::find(const std::string& quantity) const {
  for (const Series& one : series) {
    if (one.quantity == quantity) return &one;
  }
  return nullptr;
}

std::optional<double> CellResult::clock_ghz() const {
  if (clocks.empty()) return std::nullopt;
  std::vector<double> rates;
  for (const VisitClock& clock : clocks) rates.push_back(clock.ghz());
  return median(rates);
}

int CellResult::moved() const {
  return static_cast<int>(std::count_if(clocks.begin(), clocks.end(), clock_moved));
}

double expected_seconds(const std::vector<Cell>& cells, int rounds) {
  double seconds = 0.2 + set_up_seconds(cells);  // the sentinel's memory, and that of the cells
  for (const Cell& cell : cells) seconds += watched * cell.seconds * rounds;
  return seconds;
}

RunResult run(Probe& probe, const std::vector<Cell>& cells, const Machine& machine,
              const RunOptions& options) {
  RunResult result;
  for (const Cell& cell : cells) result.cells.emplace_back().cell = cell;
  const double start = seconds_now();
  const auto elapsed = [&] { return seconds_now() - start; };
  Sentinel sentinel(machine, options.seed);
  result.sentinel.push_back(sentinel.read());
  double last_look = elapsed();
  double expected_left = expected_seconds(cells, options.rounds), expected_done = 0;
  std::vector<Visit> visits;
  bool out_of_time = false;

  for (const std::size_t at : random_order(cells.size(), options.rounds, options.seed)) {
    result.interrupted = options.interrupted();
    out_of_time = options.budget_seconds > 0 && elapsed() > options.budget_seconds;
    if (result.interrupted || out_of_time) break;
    CellResult& cell = result.cells[at];
    expected_left -= cell.cell.seconds;
    if (!cell.problem.empty()) continue;
    // What was expected so far against what it took corrects what is left.
    const double slower = expected_done > 1 ? elapsed() / expected_done : 1;
    options.progress(std::string(probe.name()) + " " + cell.cell.variant, expected_left * slower);
    if (elapsed() - last_look > sentinel_period) {
      result.sentinel.push_back(sentinel.read());
      last_look = elapsed();
    }
    try {
      Outcome outcome = probe.measure(cell.cell);
      for (int times = 1; outcome.clock && measure_again(*outcome.clock, times, result.measured_again,
                                                         static_cast<int>(visits.size()));
           ++times) {
        ++result.measured_again;
        outcome = probe.measure(cell.cell);
      }
      merge(cell, std::move(outcome));
      visits.push_back({at, result.sentinel.size() - 1});
    } catch (const std::exception& error) {
      // Samples of earlier rounds stay: the CPU may have been switched off only now.
      if (cell.visits == 0)
        cell.problem = error.what();
      else
        cell.remarks.push_back(std::string("could not be measured again: ") + error.what());
    }
    expected_done += cell.cell.seconds;
  }

  result.sentinel.push_back(sentinel.read());
  result.drift = drift_remark(result.sentinel);
  count_disturbed(result, visits);
  for (CellResult& cell : result.cells) {
    if (cell.visits > 0 || !cell.problem.empty()) continue;
    cell.problem =
        result.interrupted ? "interrupted before its turn" : "the time was used up before its turn";
  }
  result.seconds = elapsed();
  return result;
}

}  // namespace numapack::probe
