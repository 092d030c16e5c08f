#include "probe/barrier_probe.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "probe/bound_threads.hpp"
#include "probe/select.hpp"

namespace numapack::probe {

namespace {

constexpr const char* teams_kind = "teams";

std::vector<int> nodes_of(const Machine& machine, const std::vector<int>& cores) {
  std::vector<int> nodes;
  for (const int core : cores) nodes.push_back(machine.cores[static_cast<std::size_t>(core)].node);
  return nodes;
}

}  // namespace

std::vector<int> barrier_cores(const Machine& machine, const Cell& cell) {
  if (cell.cpus_of >= 0) return machine.usable_cores(cell.cpus_of);
  std::vector<int> cores;
  for (const int node : machine.compute_nodes()) {
    const std::vector<int> usable = machine.usable_cores(node);
    cores.insert(cores.end(), usable.begin(), usable.end());
  }
  return cores;
}

double predicted_ns(const Machine& machine, const Cell& cell, const Latencies& latencies) {
  const BarrierKind* kind = barrier_kind(cell.variant == teams_kind ? "central" : cell.variant);
  return kind->predict(nodes_of(machine, barrier_cores(machine, cell)), latencies);
}

std::vector<Cell> BarrierProbe::cells(const Machine& machine) const {
  std::vector<std::string> names = options_.kinds;
  if (names.empty()) {
    for (const BarrierKind& kind : barrier_kinds()) names.push_back(kind.name);
    names.push_back(teams_kind);
  }
  std::vector<int> sets = machine.compute_nodes();
  if (sets.size() > 1) sets.push_back(-1);
  std::vector<Cell> cells;
  for (const int set : sets) {
    for (const std::string& kind : names) {
      Cell cell;
      cell.probe = name();
      cell.variant = kind;
      cell.cpus_of = set;
      cell.threads = static_cast<int>(barrier_cores(machine, cell).size());
      if (cell.threads < 2) continue;
      // Some 200 ns a doubling, 100 a thread for the central one.
      cell.seconds =
          1e-3 + 1e-4 * cell.threads + 200e-9 * cell.threads * options_.samples * options_.episodes;
      cells.push_back(cell);
    }
  }
  return cells;
}

Outcome BarrierProbe::measure(const Cell& cell) {
  const std::vector<int> cores = barrier_cores(machine_, cell);
  std::vector<int> pus;
  for (const int core : cores) pus.push_back(pu_of(machine_, core));
  const BarrierKind* kind = barrier_kind(cell.variant);
  if (kind == nullptr && cell.variant != teams_kind) {
    invalid("barrier", "there is no kind \"" + cell.variant + "\"", "");
  }
  const std::unique_ptr<SpinBarrier> barrier =
      kind == nullptr ? nullptr : kind->make(nodes_of(machine_, cores));
  Series series{"barrier", "ns", {}};
  series.samples.reserve(static_cast<std::size_t>(options_.samples));
  run_bound(pus, [&](int thread, Barrier& teams_barrier) {
    const auto meet = [&](int episodes) {
      for (int episode = 0; episode < episodes; ++episode) {
        if (barrier)
          barrier->wait(thread);
        else
          teams_barrier.wait();
      }
    };
    for (int sample = 0; sample < options_.samples; ++sample) {
      meet(options_.episodes / 10 + 1);
      const double start = seconds_now();
      meet(options_.episodes);
      if (thread == 0) series.samples.push_back(1e9 * (seconds_now() - start) / options_.episodes);
    }
  });
  Outcome outcome;
  outcome.series.push_back(std::move(series));
  return outcome;
}

}  // namespace numapack::probe
