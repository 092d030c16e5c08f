// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/stream.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <optional>
#include <set>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "memory/pages/numastat.hpp"
#include "probe/plans/guesses.hpp"
#include "probe/plans/select.hpp"
#include "probe/running/bound_threads.hpp"
#include "probe/running/stream_arrays.hpp"
#include "team/teams.hpp"

namespace numapack::probe {

namespace {

constexpr std::size_t part_unit = 64;

bool wanted(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<int> default_threads(const Machine& machine) {
  std::set<int> counts{1};
  for (const int node : machine.compute_nodes())
    counts.insert(static_cast<int>(machine.usable_cores(node).size()));
  counts.insert(static_cast<int>(stream_cores(machine, -1, 0).size()));
  return {counts.begin(), counts.end()};
}

/// (nodes of the threads, home) of each row of a placement; -1: all.
std::vector<std::pair<int, int>> rows_of(const Machine& machine, const std::string& placement) {
  if (placement == "default" || placement == "local") return {{-1, -1}};
  std::vector<std::pair<int, int>> rows;
  if (placement == "membind") {
    for (const int cpus : machine.compute_nodes()) {
      for (const int home : memory_nodes(machine)) rows.emplace_back(cpus, home);
    }
    return rows;
  }
  rows.emplace_back(-1, -1);
  for (const int cpus : machine.compute_nodes()) rows.emplace_back(cpus, -1);
  return rows;
}

std::vector<std::vector<int>> masks_of(const Machine& machine, const Cell& cell) {
  const std::vector<int> cores = stream_cores(machine, cell.cpus_of, cell.threads);
  if (cores.empty()) {
    invalid("threads", std::to_string(cell.threads) + " threads, and there are fewer cores", "");
  }
  std::vector<std::vector<int>> masks;
  std::vector<int> all_of_node;
  if (cell.cpus_of >= 0) all_of_node = pus_of(machine, machine.usable_cores(cell.cpus_of));
  for (const int core : cores) {
    masks.push_back(cell.pinned ? std::vector<int>{pu_of(machine, core)} : all_of_node);
  }
  return masks;
}

/// Nothing where the kernel does not count.
std::optional<NumaCounters> counters(const Machine& machine) {
  try {
    return read_numa_counters(machine);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

const std::vector<std::string>& placement_names() {
  static const std::vector<std::string> names{"default", "local", "membind", "interleave"};
  return names;
}

std::size_t stream_elements(const Machine& machine, const std::vector<int>& cores) {
  std::set<const Cache*> caches;
  for (const int core : cores) {
    if (const Cache* cache = machine.cache(cache_levels(machine), core)) caches.insert(cache);
  }
  std::size_t bytes = 0;
  for (const Cache* cache : caches) bytes += cache->bytes;
  const std::size_t elements = std::max(std::size_t{1} << 20, 4 * bytes / sizeof(double));
  return (elements + part_unit - 1) / part_unit * part_unit;
}

std::vector<int> stream_cores(const Machine& machine, int cpus_of, int threads) {
  std::vector<int> cores;
  if (cpus_of >= 0) {
    cores = machine.usable_cores(cpus_of);
  } else {
    // lay_out_teams without its quota: a container's CPU limit slows threads down, it does not forbid them.
    for (std::size_t turn = 0, dealt = 1; dealt > 0; ++turn) {
      dealt = 0;
      for (const int node : machine.compute_nodes()) {
        const std::vector<int> usable = machine.usable_cores(node);
        if (turn >= usable.size()) continue;
        cores.push_back(usable[turn]);
        ++dealt;
      }
    }
  }
  if (threads > static_cast<int>(cores.size())) return {};
  if (threads > 0) cores.resize(static_cast<std::size_t>(threads));
  return cores;
}

std::pair<std::size_t, std::size_t> stream_part(std::size_t elements, int thread, int threads) {
  const std::size_t units = elements / part_unit;
  const auto bound = [&](int of) {
    return units * static_cast<std::size_t>(of) / static_cast<std::size_t>(threads) * part_unit;
  };
  return {bound(thread), bound(thread + 1)};
}

std::string placement_text(const Cell& cell, const Machine& machine) {
  const auto number = [&](int node) { return std::to_string(machine.os_index_of(node)); };
  const std::string cpus = cell.cpus_of < 0 ? "" : "cpubind=" + number(cell.cpus_of) + " ";
  if (cell.placement == "membind") return cpus + "membind=" + number(cell.home);
  return cpus + (cell.placement == "interleave" ? "interleave=all" : cell.placement);
}

std::vector<const StreamKernel*> Stream::kernels() const {
  std::vector<const StreamKernel*> chosen;
  for (const StreamKernel& kernel : stream_kernels()) {
    if (wanted(options_.kernels, kernel.name)) chosen.push_back(&kernel);
  }
  return chosen;
}

std::vector<Cell> Stream::cells(const Machine& machine) const {
  const std::vector<int> counts = options_.threads.empty() ? default_threads(machine) : options_.threads;
  std::vector<Cell> cells;
  for (const int threads : counts) {
    for (const bool pinned : options_.pinned) {
      for (const std::string& placement : placement_names()) {
        if (!wanted(options_.placements, placement)) continue;
        for (const auto& [cpus_of, home] : rows_of(machine, placement)) {
          // A row with fewer cores than threads is no row of this table.
          const std::vector<int> cores = stream_cores(machine, cpus_of, threads);
          if (cores.empty()) continue;
          Cell cell;
          cell.probe = name();
          cell.variant = "row";
          cell.placement = placement;
          cell.cpus_of = cpus_of;
          cell.home = home;
          cell.threads = threads;
          cell.pinned = pinned;
          cell.pages = options_.huge_pages ? PageKind::huge : PageKind::small;
          cell.bytes =
              sizeof(double) * (options_.elements > 0 ? options_.elements : stream_elements(machine, cores));
          // Pages that come for the first time: 2 GB/s a thread, 20 GB/s a node.
          double arrays = 0;
          for (const StreamKernel* kernel : kernels()) {
            arrays += (kernel->reads + 2 * kernel->writes) *
                      (int{options_.ordinary || kernel->streaming == nullptr} +
                       int{options_.streaming && kernel->streaming != nullptr});
          }
          cell.agree_within = memory_agrees_within;
          const double rate = 1e9 * guess_gb_per_s(machine, threads, cpus_of, home);
          const auto nodes = static_cast<double>(cpus_of < 0 ? machine.compute_nodes().size() : 1);
          cell.seconds = static_cast<double>(cell.bytes) *
                         (arrays * options_.repetitions / rate + 3 / std::min(2e9 * threads, 20e9 * nodes));
          cells.push_back(cell);
        }
      }
    }
  }
  return cells;
}

Outcome Stream::measure(const Cell& cell) {
  const std::vector<std::vector<int>> masks = masks_of(machine_, cell);
  const std::size_t elements = cell.bytes / sizeof(double);
  const std::optional<NumaCounters> before = counters(machine_);
  StreamArrays arrays(machine_, cell);

  struct Pass {
    void (*loop)(const StreamPart&);
    double bytes;
    Series series;
  };
  std::vector<Pass> passes;
  for (const bool streaming : {false, true}) {
    for (const StreamKernel* kernel : kernels()) {
      const bool stores_at_all = kernel->streaming != nullptr;
      if (streaming ? !options_.streaming || !stores_at_all : !options_.ordinary && stores_at_all) continue;
      passes.push_back({streaming ? kernel->streaming : kernel->ordinary,
                        kernel->bytes_an_element() * static_cast<double>(elements),
                        {std::string(kernel->name) + (streaming ? ", streaming" : ""), "GB/s", {}}});
      passes.back().series.samples.reserve(static_cast<std::size_t>(options_.repetitions));
    }
  }

  std::atomic<bool> stop{false};
  Outcome outcome;
  // Where threads wander, the clock cannot be assigned to a core.
  const bool clocked = cell.pinned;
  outcome.preemption = run_on(masks, [&](int thread, Barrier& barrier) {
    const auto [begin, end] = stream_part(elements, thread, cell.threads);
    const StreamPart part = arrays.part(begin, end);
    arrays.initialise(part);
    barrier.wait();
    if (clocked && thread == 0) outcome.clock = clocks_.bring_to_rest(masks.front().front());
    for (int repetition = 0; repetition < options_.repetitions; ++repetition) {
      if (thread == 0 && options_.interrupted()) stop = true;
      for (Pass& pass : passes) {
        barrier.wait();
        if (stop) break;
        const double start = thread == 0 ? seconds_now() : 0;
        pass.loop(part);
        barrier.wait();
        if (thread == 0 && repetition > 0)
          pass.series.samples.push_back(1e-9 * pass.bytes / (seconds_now() - start));
      }
    }
    if (clocked && thread == 0) clocks_.look_again(masks.front().front(), *outcome.clock);
  });

  outcome.remarks = arrays.remarks();
  outcome.pages = arrays.pages();
  if (const auto after = counters(machine_); before && after) outcome.numastat = (*after - *before).nodes;
  for (Pass& pass : passes) {
    if (!pass.series.samples.empty()) outcome.series.push_back(std::move(pass.series));
  }
  if (outcome.series.empty()) throw Error(ErrorCode::system, "stream", "interrupted", "");
  return outcome;
}

}  // namespace numapack::probe
