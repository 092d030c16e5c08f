// SPDX-License-Identifier: BSD-3-Clause
#include "probe/running/channel_stride.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/statistics.hpp"
#include "probe/loops/chase.hpp"
#include "probe/loops/flush.hpp"
#include "probe/plans/select.hpp"
#include "probe/running/bound_threads.hpp"

namespace numapack::probe {

namespace {

constexpr std::size_t elements = 4096, greatest_stride = std::size_t{64} << 10;
constexpr std::size_t memory_bytes = elements * greatest_stride;
constexpr int passes = 20;

/// Positions that far apart on the cycle that all chains together pass every element once.
std::vector<void*> starts(void* first, std::size_t chains, std::size_t steps) {
  std::vector<void*> positions;
  for (std::size_t chain = 0; chain < chains; ++chain) {
    positions.push_back(first);
    for (std::size_t step = 0; step < steps; ++step) first = *static_cast<void**>(first);
  }
  return positions;
}

}  // namespace

ChannelStride::ChannelStride(const Machine& machine, ChannelStrideOptions options)
    : machine_(machine), options_(std::move(options)) {
  const std::size_t line = line_bytes(machine), separate = options_.separate_bytes;
  if (separate != 0 && (separate > greatest_stride || separate < 2 * line || separate % line != 0)) {
    invalid("stride", std::to_string(separate) + " bytes separate no channels",
            "use a multiple of " + std::to_string(line) + " from " + std::to_string(2 * line) + " to " +
                std::to_string(greatest_stride));
  }
}

std::vector<Cell> ChannelStride::cells(const Machine& machine) const {
  std::vector<int> nodes = options_.nodes.empty() ? memory_nodes(machine) : options_.nodes;
  const std::size_t line = line_bytes(machine);
  Cell cell;
  cell.probe = name();
  cell.pages = PageKind::huge;
  cell.seconds = 0.05;
  std::vector<Cell> cells;
  for (const int node : nodes) {
    cell.home = node;
    if (options_.separate_bytes == 0) {
      cell.variant = "find";
      cell.cpus_of = node;
      if (machine.usable_cores(node).empty()) cell.cpus_of = machine.compute_nodes().front();
      cell.threads = static_cast<int>(machine.usable_cores(cell.cpus_of).size());
      for (cell.step_bytes = line; cell.step_bytes <= greatest_stride; cell.step_bytes *= 2) {
        cell.bytes = elements * cell.step_bytes;
        cells.push_back(cell);
      }
      continue;
    }
    cell.variant = "separate";
    cell.step_bytes = options_.separate_bytes;
    cell.bytes = elements * cell.step_bytes;
    const std::size_t apart =
        std::max(line, cell.step_bytes / static_cast<std::size_t>(options_.offsets) / line * line);
    for (const int core : options_.cores.empty() ? usable_cores(machine) : options_.cores) {
      cell.reader = core;
      for (cell.offset_bytes = 0; cell.offset_bytes < cell.step_bytes; cell.offset_bytes += apart) {
        cells.push_back(cell);
      }
    }
  }
  return cells;
}

Outcome ChannelStride::measure(const Cell& cell) {
  if (flush_instruction().empty()) {
    throw Error(ErrorCode::not_supported, "channel stride",
                "this processor has no instruction to flush lines", "");
  }
  if (home_ != cell.home || !memory_) {
    memory_.reset();
    memory_ = std::make_unique<HomedMemory>(memory_bytes, cell.home, PageKind::huge, machine_);
    home_ = cell.home;
  }
  if (cell.step_bytes >= machine_.page_bytes && memory_->pages().huge_bytes < memory_bytes / 2) {
    throw Error(ErrorCode::not_supported, "channel stride", "strides of a page and more need huge pages", "");
  }
  char* const data = memory_->data() + cell.offset_bytes;
  const std::size_t bytes = (elements - 1) * cell.step_bytes + sizeof(void*);
  const Chase chase(data, bytes, cell.step_bytes, options_.seed);

  Series series = cell.variant == "find" ? Series{"rate", "loads/us", {}} : Series{"latency", "ns", {}};
  const std::vector<int> cores =
      cell.reader >= 0 ? std::vector<int>{cell.reader} : machine_.usable_cores(cell.cpus_of);
  const std::vector<int> pus = pus_of(machine_, cores);
  const bool alone = cell.variant != "find";
  const std::size_t chains = alone ? 1 : together * pus.size(), steps = elements / chains;
  const std::vector<void*> positions = starts(data, chains, steps);
  series.samples.reserve(passes);
  const Preemption preemption = run_bound(pus, [&](int thread, Barrier& barrier) {
    for (int pass = 0; pass <= passes; ++pass) {
      if (thread == 0) flush_lines(data, bytes, cell.step_bytes);
      void* own[together] = {};
      if (!alone)
        std::copy_n(positions.begin() + static_cast<std::ptrdiff_t>(together) * thread, together, own);
      barrier.wait();
      const double start = seconds_now();
      if (alone)
        walk_pointers(data, steps);
      else
        walk_together(own, steps);
      barrier.wait();
      const double seconds = seconds_now() - start;
      const auto loads = static_cast<double>(steps * chains);
      // The first pass brings the translations of addresses.
      if (thread != 0 || pass == 0) continue;
      series.samples.push_back(alone ? 1e9 * seconds / loads : 1e-6 * loads / seconds);
    }
  });
  Outcome outcome;
  outcome.preemption = preemption;
  outcome.series.push_back(std::move(series));
  outcome.remarks = memory_->remarks();
  outcome.pages = memory_->pages();
  return outcome;
}

std::vector<std::size_t> falling_strides(std::vector<StridePoint> points) {
  std::sort(points.begin(), points.end(),
            [](const StridePoint& a, const StridePoint& b) { return a.stride_bytes < b.stride_bytes; });
  std::vector<std::size_t> strides;
  double best = points.empty() ? 0 : points.front().loads_per_us;
  for (std::size_t at = 1; at < points.size(); ++at) {
    const double rate = points[at].loads_per_us;
    const double next = at + 1 < points.size() ? points[at + 1].loads_per_us : rate;
    if (rate < 0.8 * best && next < 0.8 * best) {
      strides.push_back(points[at].stride_bytes);
      best = rate;
    }
    best = std::max(best, rate);
  }
  return strides;
}

}  // namespace numapack::probe
