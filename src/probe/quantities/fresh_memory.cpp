// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/fresh_memory.hpp"

#include <algorithm>
#include <set>

#include "base/clock.hpp"
#include "memory/buffer.hpp"
#include "memory/pages/page_sizes.hpp"
#include "probe/running/bound_threads.hpp"

namespace numapack::probe {

namespace {

constexpr int stretches_a_visit = 3;
/// Of a thread and sample.
constexpr std::size_t stretch = std::size_t{4} << 20;
/// For the time that a cell is expected to take: what a thread clears and maps at least; of several threads
/// so many get on at once.
constexpr double small_bytes_per_s = 1e9, huge_bytes_per_s = 3e9;
constexpr int at_once = 4;

void touch(const Buffer& buffer, std::size_t page_bytes) {
  for (std::size_t at = 0; at < buffer.size(); at += page_bytes)
    *static_cast<volatile char*>(static_cast<char*>(buffer.data()) + at) = 1;
}

}  // namespace

std::vector<Cell> FreshMemory::cells(const Machine& machine) const {
  std::vector<Cell> cells;
  for (const int node : machine.compute_nodes()) {
    const auto all = static_cast<int>(machine.usable_cores(node).size());
    for (const PageKind kind : {PageKind::small, PageKind::huge}) {
      for (const int threads : std::set<int>{1, all}) {
        Cell cell;
        cell.probe = name();
        cell.variant = probe::name(kind);
        cell.pages = kind;
        cell.cpus_of = node;
        cell.home = machine.home_for(node);
        cell.threads = threads;
        cell.bytes = stretch * static_cast<std::size_t>(threads);
        cell.agree_within = memory_agrees_within;
        const double rate =
            (kind == PageKind::huge ? huge_bytes_per_s : small_bytes_per_s) * std::min(threads, at_once);
        cell.seconds = 1e-3 + 5e-5 * threads + stretches_a_visit * static_cast<double>(cell.bytes) / rate;
        cells.push_back(cell);
      }
    }
  }
  return cells;
}

Outcome FreshMemory::measure(const Cell& cell) {
  std::vector<int> cores = machine_.usable_cores(cell.cpus_of);
  cores.resize(static_cast<std::size_t>(cell.threads));
  BufferOptions options;
  options.placement = Placement::bind(cell.home);
  options.huge_pages = cell.pages == PageKind::huge;
  std::vector<Buffer> buffers;
  for (int i = 0; i < stretches_a_visit * cell.threads; ++i) buffers.emplace_back(stretch, machine_, options);
  Series series{"fresh memory", "GB/s", {}};
  Outcome outcome;
  outcome.preemption = run_bound(pus_of(machine_, cores), [&](int thread, Barrier& barrier) {
    for (int sample = 0; sample < stretches_a_visit; ++sample) {
      barrier.wait();
      const double start = seconds_now();
      touch(buffers[static_cast<std::size_t>(sample * cell.threads + thread)], machine_.page_bytes);
      barrier.wait();
      if (thread == 0)
        series.samples.push_back(1e-9 * static_cast<double>(cell.bytes) / (seconds_now() - start));
    }
  });
  outcome.series.push_back(std::move(series));
  outcome.pages = census(buffers.front().data(), stretch, machine_);
  if (const std::string& refused = buffers.front().policy_refused(); !refused.empty())
    outcome.remarks.push_back(refused);
  return outcome;
}

}  // namespace numapack::probe
