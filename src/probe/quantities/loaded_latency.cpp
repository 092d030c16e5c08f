// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/loaded_latency.hpp"

#include <atomic>
#include <set>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "probe/loops/read_loop.hpp"
#include "probe/running/bound_threads.hpp"
#include "probe/running/select.hpp"

namespace numapack::probe {

namespace {

constexpr std::size_t steps = 20'000, warm_up = 10'000;
constexpr std::size_t samples = 5;  // a visit
constexpr std::size_t block_bytes = 4096;

std::vector<int> first_core_of_every_node(const Machine& machine) {
  std::vector<int> cores;
  for (const int node : machine.compute_nodes()) cores.push_back(machine.usable_cores(node).front());
  return cores;
}

void idle(int turns) {
  for (int turn = 0; turn < turns; ++turn) asm volatile("");
}

/// What the threads that make load share with the one that measures.
struct Load {
  std::atomic<bool> over{false};
  std::atomic<std::uint64_t> blocks{0};
};

void make_load(Load& load, const char* data, std::size_t bytes, int turns) {
  while (!load.over.load(std::memory_order_relaxed)) {
    for (std::size_t at = 0; at + block_bytes <= bytes; at += block_bytes) {
      if (load.over.load(std::memory_order_relaxed)) return;
      read_stretch(data + at, block_bytes);
      load.blocks.fetch_add(1, std::memory_order_relaxed);
      idle(turns);
    }
  }
}

}  // namespace

LoadedLatency::LoadedLatency(const Machine& machine, LoadedLatencyOptions options)
    : machine_(machine),
      options_(std::move(options)),
      memory_(machine, options_.bytes > 0 ? options_.bytes : 4 * last_level_bytes(machine), true,
              options_.seed) {
  if (options_.bytes > 0 && options_.bytes < std::size_t{1} << 20) {
    invalid("size", std::to_string(options_.bytes) + " bytes are no stretch of memory to load",
            "use at least 1M");
  }
  if (options_.loads.empty()) options_.loads = {-1, 20'000, 8'000, 4'000, 2'000, 1'000, 500, 250, 0};
}

std::vector<Cell> LoadedLatency::cells(const Machine& machine) const {
  const std::vector<int> cores = options_.cores.empty() ? first_core_of_every_node(machine) : options_.cores;
  const std::vector<int> nodes = options_.nodes.empty() ? memory_nodes(machine) : options_.nodes;
  std::vector<Cell> cells;
  for (const int core : cores) {
    for (const int node : nodes) {
      for (const int load : options_.loads) {
        Cell cell;
        cell.probe = name();
        cell.variant = "load";
        cell.reader = core;
        cell.home = node;
        cell.bytes = options_.bytes > 0 ? options_.bytes : 4 * last_level_bytes(machine);
        cell.step_bytes = 2 * line_bytes(machine);
        cell.huge_pages = true;
        cell.load = load;
        cell.seconds = 0.05;
        cells.push_back(cell);
      }
    }
  }
  return cells;
}

Outcome LoadedLatency::measure(const Cell& cell) {
  std::vector<int> pus{pu_of(machine_, cell.reader)};
  for (const int core : machine_.usable_cores(machine_.cores[static_cast<std::size_t>(cell.reader)].node)) {
    if (core != cell.reader) pus.push_back(pu_of(machine_, core));
  }
  if (cell.load < 0) pus.resize(1);
  if (cell.load >= 0 && pus.size() == 1) {
    throw Error(ErrorCode::not_supported, "load", "the node has no other usable core that could make load",
                "");
  }
  Chase& chase = memory_.chase(cell.home, cell.bytes, cell.step_bytes);
  const HomedMemory& memory = memory_.memory(cell.home);
  const std::size_t part = cell.bytes / pus.size() / block_bytes * block_bytes;
  Load load;
  Series latency{"latency", "ns", std::vector<double>(samples)},
      bandwidth{"bandwidth of the others", "GB/s", std::vector<double>(samples)};
  Outcome outcome;
  run_bound(pus, [&](int thread, Barrier& barrier) {
    barrier.wait();
    if (thread > 0) {
      make_load(load, memory.data() + part * static_cast<std::size_t>(thread), part, cell.load);
      return;
    }
    // Not before the others work: all cores at once have another clock than one.
    VisitClock clock = clocks_.bring_to_rest(pus.front());
    chase.walk(warm_up);
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const std::uint64_t blocks_before = load.blocks;
      const double seconds = chase.seconds_a_step(steps);
      const std::uint64_t bytes = (load.blocks - blocks_before) * block_bytes;
      latency.samples[sample] = 1e9 * seconds;
      bandwidth.samples[sample] = 1e-9 * static_cast<double>(bytes) / (seconds * steps);
    }
    clocks_.look_again(pus.front(), clock);
    outcome.clock = clock;
    load.over = true;
  });
  outcome.series = {std::move(latency), std::move(bandwidth)};
  outcome.remarks = memory.remarks();
  outcome.pages = memory.pages();
  return outcome;
}

}  // namespace numapack::probe
