// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/loaded_latency.hpp"

#include <algorithm>
#include <atomic>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "probe/plans/guesses.hpp"
#include "probe/plans/select.hpp"
#include "probe/running/bound_threads.hpp"

namespace numapack::probe {

namespace {

constexpr std::size_t steps = 20'000, warm_up = 10'000;
constexpr std::size_t samples = 5;  // a visit

std::vector<int> first_core_of_every_node(const Machine& machine) {
  std::vector<int> cores;
  for (const int node : machine.compute_nodes()) cores.push_back(machine.usable_cores(node).front());
  return cores;
}

std::size_t stretch_of(const Machine& machine, const LoadedLatencyOptions& options) {
  return options.bytes > 0 ? options.bytes : 4 * last_level_bytes(machine);
}

/// How many blocks a thread has touched, on a line that is its own.
struct alignas(256) Blocks {
  std::atomic<std::uint64_t> done{0};
};

/// One thread that makes load: its stretches, and where it is in them.
class Loader {
 public:
  Loader(char* data, std::size_t bytes, std::size_t line_bytes, Mix mix)
      : data_(data), stream_(bytes / streams_a_thread), line_(line_bytes), mix_(mix) {}

  std::size_t blocks_a_pass() const { return stream_ / (lines_a_stream * line_); }

  void block() {
    for (std::size_t stream = 0; stream < streams_a_thread; ++stream)
      touch_lines(data_ + stream * stream_ + at_, lines_a_stream, line_, mix_, turn_);
    at_ += lines_a_stream * line_;
    if (at_ + lines_a_stream * line_ > stream_) at_ = 0;
  }

 private:
  char* data_;
  std::size_t stream_, line_, at_ = 0;
  Mix mix_;
  int turn_ = 0;
};

/// Blocks at this pace until it is over. Who is late does not catch up: that would be more load, later.
void make_load(Loader& loader, int pace, Blocks& blocks, const std::atomic<bool>& over) {
  double next = seconds_now();
  while (!over.load(std::memory_order_relaxed)) {
    loader.block();
    blocks.done.fetch_add(1, std::memory_order_relaxed);
    if (pace == full_load) continue;
    next += 1e-9 * pace;
    double now = seconds_now();
    if (now > next) next = now;
    while (now < next && !over.load(std::memory_order_relaxed)) now = seconds_now();
  }
}

std::uint64_t total(const std::vector<Blocks>& blocks) {
  std::uint64_t sum = 0;
  for (const Blocks& of_thread : blocks) sum += of_thread.done.load(std::memory_order_relaxed);
  return sum;
}

}  // namespace

Mix mix_of(const Cell& cell) { return parse_mix(cell.variant, "share of writes"); }

LoadedLatency::LoadedLatency(const Machine& machine, LoadedLatencyOptions options)
    : machine_(machine),
      options_(std::move(options)),
      memory_(machine, stretch_of(machine, options_), PageKind::huge, options_.seed) {
  if (options_.bytes > 0 && options_.bytes < std::size_t{1} << 20) {
    invalid("size", std::to_string(options_.bytes) + " bytes are no stretch of memory to load",
            "use at least 1M");
  }
  static_cast<void>(paces(options_.points));
}

std::vector<Cell> LoadedLatency::cells(const Machine& machine) const {
  const std::vector<int> cores = options_.cores.empty() ? first_core_of_every_node(machine) : options_.cores;
  const std::vector<int> nodes = options_.nodes.empty() ? memory_nodes(machine) : options_.nodes;
  std::vector<Cell> cells;
  const auto add_curve = [&](int core, int node, Mix mix) {
    Cell cell;
    cell.probe = name();
    cell.variant = mix_text(mix);
    cell.reader = core;
    cell.home = node;
    cell.cpus_of = machine.cores[static_cast<std::size_t>(core)].node;
    const int others = static_cast<int>(machine.usable_cores(cell.cpus_of).size()) - 1;
    cell.bytes = stretch_of(machine, options_);
    cell.step_bytes = 2 * line_bytes(machine);
    cell.pages = PageKind::huge;
    cell.agree_within = memory_agrees_within;
    for (const int pace : paces(options_.points)) {
      cell.load = pace;
      cell.threads = pace == no_load ? 0 : others;
      // The chain's steps, which wait twice as long where the memory is full, and a pass of all that load.
      const double load_ns = 120 * guess_distance(machine, cell.cpus_of, node);
      const double rate = 1e9 * guess_gb_per_s(machine, std::max(1, others), cell.cpus_of, node);
      const double pass = pace == no_load ? 0 : 2 * double(load_bytes(machine, cell.cpus_of, others)) / rate;
      const double full = pace == full_load ? 2 : 1.2;
      cell.seconds =
          2.5e-3 + 5e-5 * others + 1e-9 * load_ns * full * double(2 * warm_up + samples * steps) + pass;
      cells.push_back(cell);
    }
  };
  for (const bool own : {true, false}) {
    for (const Mix mix : options_.mixes) {
      for (const int core : cores) {
        for (const int node : nodes) {
          const int cpus = machine.cores[static_cast<std::size_t>(core)].node;
          if ((machine.home_for(cpus) == node) == own) add_curve(core, node, mix);
        }
      }
    }
  }
  return cells;
}

Outcome LoadedLatency::measure(const Cell& cell) {
  std::vector<int> pus{pu_of(machine_, cell.reader)};
  for (const int core : machine_.usable_cores(cell.cpus_of)) {
    if (core != cell.reader) pus.push_back(pu_of(machine_, core));
  }
  const int threads = static_cast<int>(pus.size()) - 1;
  if (cell.load == no_load) pus.resize(1);
  if (cell.load != no_load && threads == 0) {
    throw Error(ErrorCode::not_supported, "load", "the node has no other usable core that could make load",
                "");
  }
  Chase& chase = memory_.chase(cell.home, cell.bytes, cell.step_bytes);
  const HomedMemory& memory = memory_.memory(cell.home);
  const Mix mix = mix_of(cell);
  const std::size_t line = line_bytes(machine_), block = lines_a_block * line;
  std::size_t part = 0;
  if (cell.load != no_load) {
    const auto all = static_cast<std::size_t>(threads);
    const std::size_t bytes =
        options_.bytes > 0 ? options_.bytes : load_bytes(machine_, cell.cpus_of, threads);
    part = std::max(block, bytes / all / block * block);
    auto& load = load_[cell.home];
    if (!load || load->size() < all * part)
      load = std::make_unique<HomedMemory>(all * part, cell.home, PageKind::huge, machine_);
  }
  std::vector<Blocks> blocks(pus.size());
  std::atomic<bool> over{false};
  Series latency{"latency", "ns", std::vector<double>(samples)},
      bandwidth{"bandwidth", "GB/s", std::vector<double>(samples)};
  Outcome outcome;
  double loaded_bytes = 0, loaded_seconds = 0;
  outcome.preemption = run_bound(pus, [&](int thread, Barrier& barrier) {
    barrier.wait();
    if (thread > 0) {
      Loader loader(load_.at(cell.home)->data() + part * static_cast<std::size_t>(thread - 1), part, line,
                    mix);
      // Caches full of lines as the mix leaves them: from then on each new line drives out one like it.
      for (std::size_t done = 0; done < loader.blocks_a_pass(); ++done) loader.block();
      barrier.wait();
      return make_load(loader, cell.load, blocks[static_cast<std::size_t>(thread)], over);
    }
    chase.walk(warm_up);
    barrier.wait();
    // Not before the others work: all cores at once have another clock than one.
    VisitClock clock = clocks_.bring_to_rest(pus.front());
    chase.walk(warm_up);
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const std::uint64_t before = total(blocks);
      const double seconds = chase.seconds_a_step(steps) * steps;
      const double load = double(total(blocks) - before) * lines_a_block * bytes_a_line(mix, line);
      latency.samples[sample] = 1e9 * seconds / steps;
      bandwidth.samples[sample] = 1e-9 * (load + double(steps * line)) / seconds;
      loaded_bytes += load;
      loaded_seconds += seconds;
    }
    clocks_.look_again(pus.front(), clock);
    over = true;
    outcome.clock = clock;
  });
  const std::string doubt = implausible(cell.load, threads, mix, line, 1e-9 * loaded_bytes / loaded_seconds,
                                        latency.samples.front());
  outcome.series = {std::move(latency), std::move(bandwidth)};
  outcome.remarks = memory.remarks();
  if (!doubt.empty()) outcome.remarks.push_back("not to be trusted: " + doubt);
  outcome.pages = memory.pages();
  return outcome;
}

}  // namespace numapack::probe
