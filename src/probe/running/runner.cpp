// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/runner.hpp"

#include <algorithm>
#include <exception>
#include <numeric>
#include <random>

#include "base/clock.hpp"
#include "probe/plans/set_up.hpp"
#include "probe/running/visits.hpp"

namespace numapack::probe {

namespace {

/// How far apart two looks may be; one takes about 3 ms.
constexpr double snapshot_period = 0.25;
/// Of cells that have too few clean visits after all rounds.
constexpr int more_passes = 2;

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

/// One run, as it goes.
class Run {
 public:
  Run(Probe& probe, const std::vector<Cell>& cells, const Machine& machine, const RunOptions& options)
      : probe_(probe), options_(options), watcher_(machine), sentinel_(machine, options.seed) {
    for (const Cell& cell : cells) result_.cells.emplace_back().cell = cell;
    expected_left_ = expected_seconds(cells, options.rounds);
    snapshot(true);
  }

  RunResult result() {
    visit_all(random_order(result_.cells.size(), options_.rounds, options_.seed));
    snapshot(true);
    judge_all();
    for (int pass = 0; pass < more_passes && !options_.keep_disturbed; ++pass) {
      const std::vector<std::size_t> again = without_clean_visits(visits_, result_.cells);
      if (again.empty() || stopped()) break;
      visit_all(again);
      snapshot(true);
      judge_all();
    }
    return finished();
  }

 private:
  void judge_all() {
    judge(visits_, snapshots_);
    compare(visits_, result_.cells);
  }

  double elapsed() const { return seconds_now() - start_; }

  /// Who keeps disturbed samples wants a figure: on a busy machine looking around may take all the time.
  bool out_of_time() const {
    const bool may_end = !options_.keep_disturbed || !visits_.empty();
    const bool in_first_round = begun_ < result_.cells.size();
    const double end = in_first_round ? std::max(options_.budget_seconds, options_.first_round_seconds)
                                      : options_.budget_seconds;
    return may_end && options_.budget_seconds > 0 && elapsed() > end;
  }

  bool stopped() {
    result_.interrupted = result_.interrupted || options_.interrupted();
    return result_.interrupted || out_of_time();
  }

  void snapshot(bool all) {
    snapshots_.push_back({watcher_.snapshot(all), sentinel_.read()});
    last_snapshot_ = elapsed();
  }

  void visit_all(const std::vector<std::size_t>& order) {
    for (const std::size_t at : order) {
      if (stopped()) return;
      const Cell& cell = result_.cells[at].cell;
      expected_left_ = std::max(0.0, expected_left_ - cell.seconds);
      if (!result_.cells[at].problem.empty()) continue;
      // What was expected so far against what it took corrects what is left.
      const double slower = expected_done_ > 1 ? elapsed() / expected_done_ : 1;
      options_.progress(std::string(probe_.name()) + " " + cell.variant, expected_left_ * slower);
      if (elapsed() - last_snapshot_ > snapshot_period) snapshot(false);
      visit(at);
      expected_done_ += cell.seconds;
    }
  }

  void visit(std::size_t at) {
    ++begun_;
    CellResult& cell = result_.cells[at];
    try {
      visits_.push_back({at, snapshots_.size() - 1, measured(cell.cell), {}});
    } catch (const std::exception& error) {
      // Samples of earlier rounds stay: the CPU may have been switched off only now.
      const bool first =
          std::none_of(visits_.begin(), visits_.end(), [&](const Visit& one) { return one.cell == at; });
      if (first)
        cell.problem = error.what();
      else
        cell.remarks.push_back(std::string("could not be measured again: ") + error.what());
    }
  }

  Outcome measured(const Cell& cell) {
    Outcome outcome = probe_.measure(cell);
    for (int times = 1; may_measure_again(times, result_.again_for_clock + result_.again_for_cpu,
                                          static_cast<int>(visits_.size()));
         ++times) {
      if (lost_its_cpu(outcome.preemption))
        ++result_.again_for_cpu;
      else if (outcome.clock && left_its_rate(*outcome.clock))
        ++result_.again_for_clock;
      else
        break;
      outcome = probe_.measure(cell);
    }
    return outcome;
  }

  RunResult finished() {
    gather(visits_, result_.cells, options_.keep_disturbed);
    for (const Snapshot& snapshot : snapshots_) result_.sentinel.push_back(snapshot.sentinel);
    result_.drift = drift_remark(result_.sentinel);
    for (CellResult& cell : result_.cells) {
      if (cell.visits > 0 || !cell.problem.empty()) continue;
      cell.problem =
          result_.interrupted ? "interrupted before its turn" : "the time was used up before its turn";
    }
    result_.seconds = elapsed();
    return std::move(result_);
  }

  Probe& probe_;
  const RunOptions& options_;
  RunResult result_;
  const double start_ = seconds_now();
  std::size_t begun_ = 0;  ///< visits, with those that failed
  double last_snapshot_ = 0, expected_left_ = 0, expected_done_ = 0;
  Watcher watcher_;
  Sentinel sentinel_;
  std::vector<Snapshot> snapshots_;
  std::vector<Visit> visits_;
};

}  // namespace

double expected_seconds(const std::vector<Cell>& cells, int rounds) {
  double seconds = 0.2 + set_up_seconds(cells);  // the sentinel's memory, and that of the cells
  for (const Cell& cell : cells) seconds += watched * cell.seconds * rounds;
  return seconds;
}

RunResult run(Probe& probe, const std::vector<Cell>& cells, const Machine& machine,
              const RunOptions& options) {
  return Run(probe, cells, machine, options).result();
}

}  // namespace numapack::probe
