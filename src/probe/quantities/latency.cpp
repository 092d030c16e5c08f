// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/latency.hpp"

#include <algorithm>
#include <limits>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "probe/loops/flush.hpp"
#include "probe/plans/guesses.hpp"
#include "probe/plans/select.hpp"
#include "probe/running/bound_threads.hpp"

namespace numapack::probe {

namespace {

/// A tenth of what a visit walks: a thread that loses its core for some milliseconds loses one or two
/// samples, not the visit. The clock's grain is below a ten-thousandth of that.
constexpr std::size_t least_steps = 10'000;
constexpr double least_sample_ns = 2e5;
/// A guess of flush_lines(), a line.
constexpr double flush_ns = 20;

std::size_t default_size(const Machine& machine) { return 4 * last_level_bytes(machine); }

std::size_t most_bytes(const Machine& machine, const LatencyOptions& options) {
  if (options.sizes.empty()) return default_size(machine);
  return *std::max_element(options.sizes.begin(), options.sizes.end());
}

/// What may fit a cache must be in it. Two passes are not enough: a last level that takes what the level
/// before drops, or whose replacement is not by age, holds 1 MiB after eight to ten (Z3-072). So passes go on
/// until three in a row were no faster than the best by a fiftieth.
constexpr int usual_passes = 5, most_passes = 60, calm_passes = 3;
constexpr double most_warm_up_seconds = 0.1;

void settle_in_caches(Chase& chase) {
  const double start = seconds_now();
  double best = std::numeric_limits<double>::max();
  int calm = 0;
  for (int pass = 0; pass < most_passes && calm < calm_passes; ++pass) {
    const double seconds = chase.seconds_a_step(chase.elements());
    calm = seconds < 0.98 * best ? 0 : calm + 1;
    best = std::min(best, seconds);
    if (pass > 0 && seconds_now() - start > most_warm_up_seconds) break;
  }
}

}  // namespace

std::vector<std::size_t> full_sweep(const Machine& machine) {
  return sweep_sizes(first_level_bytes(machine) / 2, default_size(machine), 4, 8 * line_bytes(machine));
}

double guess_latency_ns(const Machine& machine, std::size_t bytes) {
  if (bytes <= first_level_bytes(machine)) return 2;
  if (bytes <= cache_bytes(machine, 2)) return 6;
  return bytes <= last_level_bytes(machine) ? 40 : 120;
}

bool Latency::depends_on_place(std::size_t bytes) const {
  return !options_.cold && bytes <= 2 * last_level_bytes(machine_);
}

double Latency::load_ns(std::size_t bytes) const {
  return guess_latency_ns(machine_, options_.cold ? 2 * last_level_bytes(machine_) : bytes);
}

std::size_t Latency::memory_for(std::size_t most) const {
  constexpr std::size_t least = std::size_t{16} << 20, most_room = std::size_t{64} << 20;
  if (!depends_on_place(most)) return most;
  return std::max(least, most + std::min(7 * most, most_room));
}

std::size_t Latency::steps_a_sample(std::size_t bytes) const {
  return std::max(least_steps, static_cast<std::size_t>(least_sample_ns / load_ns(bytes)));
}

std::size_t Latency::warm_up_steps(std::size_t bytes, std::size_t elements) const {
  return depends_on_place(bytes) ? usual_passes * elements : least_steps;
}

Latency::Latency(const Machine& machine, LatencyOptions options)
    : machine_(machine), options_(std::move(options)) {
  if (options_.pages.empty()) invalid("pages", "none are asked for", "use small, huge or 1G");
  for (const PageKind kind : options_.pages) {
    memory_.try_emplace(kind, machine, memory_for(most_bytes(machine, options_)), kind, options_.seed);
  }
  for (const std::size_t bytes : options_.sizes) {
    if (bytes < 2 * options_.step_lines * line_bytes(machine)) {
      invalid("size", std::to_string(bytes) + " bytes hold no two elements",
              "use at least " + std::to_string(2 * options_.step_lines * line_bytes(machine)));
    }
  }
  if (options_.step_lines == 0) invalid("stride", "0 lines are no stride", "use 1 or more");
}

std::vector<Cell> Latency::cells(const Machine& machine) const {
  const std::vector<int> cores = options_.cores.empty() ? usable_cores(machine) : options_.cores;
  const std::vector<int> nodes = options_.nodes.empty() ? memory_nodes(machine) : options_.nodes;
  const std::vector<std::size_t> sizes =
      options_.sizes.empty() ? std::vector<std::size_t>{default_size(machine)} : options_.sizes;
  std::vector<Cell> cells;
  for (const std::size_t bytes : sizes) {
    for (const int core : cores) {
      for (const int node : nodes) {
        Cell cell;
        cell.probe = name();
        cell.variant = sizes.size() > 1 ? "sweep" : "matrix";
        cell.reader = core;
        cell.home = node;
        cell.bytes = bytes;
        cell.step_bytes = options_.step_lines * line_bytes(machine);
        const double far = guess_distance(machine, machine.cores[static_cast<std::size_t>(core)].node, node);
        const bool from_memory = options_.cold || bytes > last_level_bytes(machine);
        const double wait_ns = load_ns(bytes) * (from_memory ? far : 1);
        const auto elements = static_cast<double>(bytes) / static_cast<double>(cell.step_bytes);
        const auto steps = static_cast<double>(warm_up_steps(bytes, bytes / cell.step_bytes)) +
                           options_.samples * static_cast<double>(steps_a_sample(bytes));
        // Linking and the walk that checks it: of one size at one place it is made once, which is no part of
        // a visit.
        const bool links = sizes.size() > 1 || depends_on_place(bytes);
        const double linking = links ? elements * (20 + wait_ns) : 0;
        cell.seconds = 1e-9 * (steps * wait_ns + linking + (options_.cold ? elements * flush_ns : 0)) + 8e-4 +
                       clock_seconds_a_visit;
        if (!depends_on_place(bytes)) cell.agree_within = memory_agrees_within;
        for (const PageKind kind : options_.pages) {
          cell.pages = kind;
          cell.beside = kind != options_.pages.front();
          for (const ChaseOrder order : options_.orders) {
            cell.order = order;
            cells.push_back(cell);
          }
        }
      }
    }
  }
  return cells;
}

Outcome Latency::measure(const Cell& cell) {
  const int pu = pu_of(machine_, cell.reader);
  const int place =
      depends_on_place(cell.bytes) ? visits_[{cell.pages, cell.reader, cell.home, cell.bytes}]++ : 0;
  ChaseMemory& memory = memory_.at(cell.pages);
  Chase& chase = memory.chase(cell.home, cell.bytes, cell.step_bytes, place, cell.order);
  Series series{"latency", "ns", {}};
  series.samples.reserve(static_cast<std::size_t>(options_.samples));
  Outcome outcome;
  outcome.preemption = run_bound({pu}, [&](int, Barrier&) {
    VisitClock clock = clocks_.bring_to_rest(pu);
    // A stretch that fits no cache is cold anyway after so many other lines.
    if (options_.cold) flush_lines(chase.first(), cell.bytes, cell.step_bytes);
    if (depends_on_place(cell.bytes))
      settle_in_caches(chase);
    else
      chase.walk(least_steps);
    for (int sample = 0; sample < options_.samples; ++sample) {
      series.samples.push_back(1e9 * chase.seconds_a_step(steps_a_sample(cell.bytes)));
    }
    clocks_.look_again(pu, clock);
    outcome.clock = clock;
  });
  outcome.series.push_back(std::move(series));
  outcome.remarks = memory.memory(cell.home).remarks();
  outcome.pages = memory.memory(cell.home).pages();
  return outcome;
}

}  // namespace numapack::probe
