// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/handover.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "probe/loops/turns.hpp"
#include "probe/plans/guesses.hpp"
#include "probe/running/bound_threads.hpp"

namespace numapack::probe {

std::vector<Cell> Handover::cells(const Machine& machine) const {
  const PairClasses classes(machine);
  std::vector<Cell> cells;
  std::set<Pair> seen;
  for (const auto& [reader, owner] : options_.pairs) {
    if (reader == owner || seen.count({owner, reader}) > 0) continue;
    seen.insert({reader, owner});
    Cell cell;
    cell.probe = name();
    cell.variant = "handover";
    cell.reader = reader;
    cell.owner = owner;
    cell.home = options_.home >= 0 ? options_.home
                                   : machine.home_for(machine.cores[static_cast<std::size_t>(reader)].node);
    cell.bytes = line_bytes(machine);
    // There and back, by both ways of handing over, with a tenth for warming up.
    cell.seconds = 2e-4 + clock_seconds_a_visit +
                   4.4e-9 * guess_handover_ns(machine, reader, owner, classes(reader, owner)) *
                       options_.samples * options_.turns;
    cells.push_back(cell);
  }
  return cells;
}

Outcome Handover::measure(const Cell& cell) {
  const std::vector<int> pus{pu_of(machine_, cell.reader), pu_of(machine_, cell.owner)};
  auto& memory = memory_[cell.home];
  if (!memory)
    memory = std::make_unique<HomedMemory>(machine_.page_bytes, cell.home, PageKind::small, machine_);
  // Four lines apart: no prefetcher joins them.
  const std::size_t apart = 4 * line_bytes(machine_);
  Word* const words[3] = {new (memory->data()) Word(0), new (memory->data() + apart) Word(0),
                          new (memory->data() + 2 * apart) Word(0)};
  Series swap{by_swap, "ns", {}}, store{by_store, "ns", {}};
  for (Series* series : {&swap, &store}) series->samples.reserve(static_cast<std::size_t>(options_.samples));
  int turns_a_sample = options_.turns;
  Outcome outcome;
  outcome.preemption = run_bound(pus, [&](int thread, Barrier& barrier) {
    if (thread == 0) outcome.clock = clocks_.bring_to_rest(pus.front());
    barrier.wait();
    std::uint32_t base = 0;
    const auto sample = [&](Series& series, auto&& take_turns) {
      const double warm_up = seconds_now();
      take_turns(options_.turns / 100 + 1);
      if (thread == 0) {
        turns_a_sample = affordable(options_.turns, options_.turns / 100 + 1, seconds_now() - warm_up);
      }
      barrier.wait();
      const int turns = turns_a_sample;
      take_turns(turns / 10 + 1);
      const double start = seconds_now();
      take_turns(turns);
      if (thread == 0) series.samples.push_back(1e9 * (seconds_now() - start) / turns / 2);
      barrier.wait();
    };
    for (int count = 0; count < options_.samples; ++count) {
      sample(swap, [&](int turns) { swap_turns(*words[0], thread, turns); });
      sample(store, [&](int turns) {
        store_turns(*words[1], *words[2], thread, turns, base);
        base += static_cast<std::uint32_t>(turns);
      });
    }
    if (thread == 0) clocks_.look_again(pus.front(), *outcome.clock);
  });
  outcome.series = {std::move(swap), std::move(store)};
  outcome.remarks = memory->remarks();
  outcome.pages = memory->pages();
  return outcome;
}

std::vector<std::vector<double>> handover_matrix(const std::map<Pair, double>& measured,
                                                 const std::vector<int>& cores, const PairClasses& classes) {
  using Group = std::tuple<PairClass, int, int>;
  const auto group = [&](int a, int b) {
    const auto [low, high] = std::minmax({classes.node(a), classes.node(b)});
    return Group{classes(a, b), low, high};
  };
  std::map<Group, std::vector<double>> of_group;
  std::map<PairClass, std::vector<double>> of_class;
  std::vector<double> all;
  for (const auto& [pair, ns] : measured) {
    of_group[group(pair.first, pair.second)].push_back(ns);
    of_class[classes(pair.first, pair.second)].push_back(ns);
    all.push_back(ns);
  }
  if (all.empty()) return {};
  std::vector<std::vector<double>> matrix(cores.size(), std::vector<double>(cores.size(), 0));
  for (std::size_t row = 0; row < cores.size(); ++row) {
    for (std::size_t column = 0; column < cores.size(); ++column) {
      if (row == column) continue;
      const int a = cores[row], b = cores[column];
      double& ns = matrix[row][column];
      auto known = measured.find({a, b});
      if (known == measured.end()) known = measured.find({b, a});
      if (known != measured.end()) {
        ns = known->second;
      } else if (const auto same = of_group.find(group(a, b)); same != of_group.end()) {
        ns = median(same->second);
      } else if (const auto alike = of_class.find(classes(a, b)); alike != of_class.end()) {
        ns = median(alike->second);
      } else {
        ns = median(all);
      }
    }
  }
  return matrix;
}

}  // namespace numapack::probe
