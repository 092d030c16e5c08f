// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/threads/barrier_probe.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "probe/loops/reduction.hpp"
#include "probe/plans/guesses.hpp"
#include "probe/plans/select.hpp"
#include "probe/running/bound_threads.hpp"
#include "team/barriers/spin.hpp"

namespace numapack::probe {

namespace {

std::vector<int> nodes_of(const Machine& machine, const std::vector<int>& cores) {
  std::vector<int> nodes;
  for (const int core : cores) nodes.push_back(machine.cores[static_cast<std::size_t>(core)].node);
  return nodes;
}

/// From and to every core.
Latencies guessed_latencies(const Machine& machine, const std::vector<int>& cores) {
  const PairClasses classes(machine);
  Latencies latencies(cores.size(), std::vector<double>(cores.size()));
  for (std::size_t from = 0; from < cores.size(); ++from) {
    for (std::size_t to = 0; to < cores.size(); ++to)
      latencies[from][to] =
          guess_handover_ns(machine, cores[from], cores[to], classes(cores[from], cores[to]));
  }
  return latencies;
}

bool adds(const Cell& cell) { return std::ranges::count(reduction_kinds(), cell.variant) > 0; }

std::vector<int> node_by_node(const Machine& machine, const Cell& cell) {
  if (cell.cpus_of >= 0) return machine.usable_cores(cell.cpus_of);
  std::vector<int> cores;
  for (const int node : machine.compute_nodes()) {
    const std::vector<int> usable = machine.usable_cores(node);
    cores.insert(cores.end(), usable.begin(),
                 cell.cpus_of == one_of_each_node ? usable.begin() + 1 : usable.end());
  }
  return cores;
}

std::unique_ptr<AnyBarrier> made(const Cell& cell, const std::vector<int>& nodes) {
  if (!cell.reduction.empty())
    return std::make_unique<Reduction>(cell.reduction, static_cast<int>(nodes.size()));
  const BarrierKind* const kind = barrier_kind(cell.variant);
  if (kind == nullptr) invalid("barrier", "there is no kind \"" + cell.variant + "\"", "");
  return kind->make(nodes, patience_of(region_spin_microseconds));
}

}  // namespace

const std::vector<std::string>& reduction_kinds() {
  static const std::vector<std::string> kinds{"reduction-by-number", "reduction-by-distance"};
  return kinds;
}

std::vector<int> barrier_cores(const Machine& machine, const Cell& cell) {
  std::vector<int> cores = node_by_node(machine, cell);
  if (adds(cell)) std::ranges::sort(cores, {}, [&](int core) { return pus_of(machine, {core}).front(); });
  return cores;
}

ReductionTree reduction_of(const Cell& cell, const Latencies& latencies) {
  if (!adds(cell)) return {};
  if (cell.variant == reduction_kinds().front()) return reduction_by_number(cell.threads);
  return reduction_by_distance(cell.threads, [&](int from, int into) {
    return latencies[static_cast<std::size_t>(from)][static_cast<std::size_t>(into)];
  });
}

double predicted_ns(const Machine& machine, const Cell& cell, const Latencies& latencies) {
  if (!cell.reduction.empty()) return predict_reduction(cell.reduction, latencies);
  return barrier_kind(cell.variant)->predict(nodes_of(machine, barrier_cores(machine, cell)), latencies);
}

std::vector<Cell> BarrierProbe::cells(const Machine& machine) const {
  std::vector<std::string> names = options_.kinds;
  if (names.empty()) {
    for (const BarrierKind& kind : barrier_kinds()) names.push_back(kind.name);
  }
  std::vector<int> sets = machine.compute_nodes();
  if (sets.size() > 1) {
    sets.push_back(-1);
    const auto has_two = [&](int node) { return machine.usable_cores(node).size() > 1; };
    if (std::ranges::any_of(machine.compute_nodes(), has_two)) sets.push_back(one_of_each_node);
  }
  std::vector<Cell> cells;
  for (const int set : sets) {
    Latencies latencies;
    for (const std::string& kind : names) {
      Cell cell;
      cell.probe = name();
      cell.variant = kind;
      cell.cpus_of = set;
      cell.threads = static_cast<int>(barrier_cores(machine, cell).size());
      if (cell.threads < 2) continue;
      cell.agree_within = memory_agrees_within;
      if (latencies.empty()) latencies = guessed_latencies(machine, barrier_cores(machine, cell));
      cell.reduction = reduction_of(cell, latencies);
      // As the kind's model has it, with a tenth for warming up; threads that start and end.
      cell.seconds = 1e-3 + clock_seconds_a_visit + 5e-5 * cell.threads +
                     1.11e-9 * predicted_ns(machine, cell, latencies) * options_.samples * options_.episodes;
      cells.push_back(cell);
    }
  }
  return cells;
}

Outcome BarrierProbe::measure(const Cell& cell) {
  const std::vector<int> cores = barrier_cores(machine_, cell);
  const std::vector<int> pus = pus_of(machine_, cores);
  const std::unique_ptr<AnyBarrier> barrier = made(cell, nodes_of(machine_, cores));
  Series series{"barrier", "ns", {}};
  series.samples.reserve(static_cast<std::size_t>(options_.samples));
  int episodes_a_sample = options_.episodes;
  Outcome outcome;
  outcome.preemption = run_bound(pus, [&](int thread, Barrier& between) {
    if (thread == 0) outcome.clock = clocks_.bring_to_rest(pus.front());
    between.wait();
    const auto meet = [&](int episodes) {
      for (int episode = 0; episode < episodes; ++episode) barrier->wait(thread);
    };
    for (int sample = 0; sample < options_.samples; ++sample) {
      const double warm_up = seconds_now();
      meet(options_.episodes / 100 + 1);
      if (thread == 0) {
        episodes_a_sample =
            affordable(options_.episodes, options_.episodes / 100 + 1, seconds_now() - warm_up);
      }
      between.wait();
      const int episodes = episodes_a_sample;
      meet(episodes / 10 + 1);
      const double start = seconds_now();
      meet(episodes);
      if (thread == 0) series.samples.push_back(1e9 * (seconds_now() - start) / episodes);
    }
    if (thread == 0) clocks_.look_again(pus.front(), *outcome.clock);
  });
  outcome.series.push_back(std::move(series));
  return outcome;
}

}  // namespace numapack::probe
