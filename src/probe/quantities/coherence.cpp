// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/coherence.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "probe/loops/flush.hpp"
#include "probe/loops/line_state.hpp"
#include "probe/loops/read_loop.hpp"
#include "probe/running/bound_threads.hpp"
#include "probe/running/guesses.hpp"

namespace numapack::probe {

namespace {

constexpr std::size_t memory_stretch = std::size_t{1} << 20;
constexpr std::size_t unit = 4096;  // whole pages, and whole turns of the reading loop
/// Lines of another core's L1 are walked one in 4 KiB: within pages the streaming prefetcher guesses so short
/// a walk (CL-195). No more than the first level of translations holds.
constexpr std::size_t scattered_lines = 48;
constexpr int least_samples = 3, most_samples = 30;
/// Of a local walk through L1, which is shorter than the clock is exact.
constexpr int local_walks = 100;

/// One sample, from setting up to reading, by rough figures for a line.
double sample_seconds(const Machine& machine, std::size_t bytes) {
  return 2e-5 + 190e-9 * static_cast<double>(bytes / line_bytes(machine));
}

int samples_of(const Machine& machine, std::size_t bytes, double visit_seconds) {
  return std::clamp(static_cast<int>(visit_seconds / sample_seconds(machine, bytes)), least_samples,
                    most_samples);
}

/// What two looks at the clock cost.
double clock_seconds() {
  double least = 1;
  for (int look = 0; look < 100; ++look) {
    const double start = seconds_now();
    least = std::min(least, seconds_now() - start);
  }
  return least;
}

/// Where the lines of a cell lie, for walking or for reading through.
struct Lines {
  std::size_t span, step;  ///< of the memory, and of the elements in it
  std::size_t every;       ///< distance of the lines that are brought into a state
};

Lines lines_to_read(const Machine& machine, std::size_t bytes) {
  return {bytes, line_bytes(machine), line_bytes(machine)};
}

Lines lines_to_walk(const Machine& machine, const Cell& cell) {
  const std::size_t line = line_bytes(machine);
  if (cell.level != "L1" || cell.reader == cell.owner) return {cell.bytes, 2 * line, line};
  // A line further in every page, so that they share no set of a cache.
  const std::size_t step = unit + line;
  return {scattered_lines * step, step, step};
}

/// What one visit takes: threads that start, the chain that is linked where the last cell had another one,
/// and samples of setting up (each act of each line; pushing lines out reads at about 10 GB/s, twice) and
/// reading, where each line of a walk takes `wait_ns`.
double visit_seconds(const Machine& machine, const Cell& cell, const CoherenceOptions& options, int samples,
                     double wait_ns) {
  const Lines walked = lines_to_walk(machine, cell);
  const auto elements = static_cast<double>(walked.span / walked.step);
  const auto acts = static_cast<double>(steps_to(cell.state).size());
  const auto set_up = [&](std::size_t lines) {
    return 2e-5 + 75e-9 * acts * static_cast<double>(lines) +
           2e-10 * static_cast<double>(push_bytes(machine, cell.level));
  };
  double seconds = 1.5e-4 + 6e-8 * elements;
  if (options.latency) seconds += samples * (set_up(walked.span / walked.every) + 1e-9 * wait_ns * elements);
  if (options.bandwidth) {
    const double reading = 1e-10 * static_cast<double>(cell.bytes);
    seconds += samples * (set_up(cell.bytes / line_bytes(machine)) + reading);
  }
  return seconds;
}

std::size_t most_bytes(const Machine& machine, const CoherenceOptions& options) {
  std::size_t most = scattered_lines * (unit + line_bytes(machine));
  for (const std::size_t size : options.sizes) most = std::max(most, size);
  for (const std::string& level : level_names(machine)) {
    most = std::max(most, stretch_for(machine, level, options.most_stretch));
  }
  return most;
}

}  // namespace

std::vector<std::string> level_names(const Machine& machine) {
  std::vector<std::string> names;
  for (int level = 1; level <= cache_levels(machine); ++level) {
    if (level == 1 || cache_bytes(machine, level) > 0) names.push_back("L" + std::to_string(level));
  }
  names.push_back("memory");
  return names;
}

std::size_t stretch_for(const Machine& machine, const std::string& level, std::size_t most) {
  const std::size_t whole = stretch_for(machine, level);
  return most > 0 && whole > most ? std::max(unit, most / unit * unit) : whole;
}

std::size_t stretch_for(const Machine& machine, const std::string& level) {
  if (level == "memory") return memory_stretch;
  if (level.size() != 2 || level[0] != 'L') return 0;
  const int number = level[1] - '0';
  const std::size_t bytes = number == 1 ? first_level_bytes(machine) : cache_bytes(machine, number);
  // Of a last level that others use too, and that firmware may call greater than this machine's share of it.
  const bool shared_level = number > 2 && number == cache_levels(machine);
  const std::size_t stretch =
      shared_level ? std::min(bytes / 4, 2 * cache_bytes(machine, number - 1)) : bytes / 2;
  return stretch / unit * unit;
}

std::size_t push_bytes(const Machine& machine, const std::string& level) {
  if (level.size() != 2 || level == "L1") return 0;
  std::size_t above = 0;
  for (int number = 1; number < level[1] - '0'; ++number) {
    above += number == 1 ? first_level_bytes(machine) : cache_bytes(machine, number);
  }
  return (above + above / 5 + unit - 1) / unit * unit;
}

Coherence::Coherence(const Machine& machine, CoherenceOptions options)
    : machine_(machine),
      options_(std::move(options)),
      lines_(machine, most_bytes(machine, options_), true, options_.seed) {}

std::vector<Cell> Coherence::cells(const Machine& machine) const {
  const std::vector<std::string> states = options_.states.empty() ? states_of(machine) : options_.states;
  const std::vector<std::string> levels = options_.levels.empty() ? level_names(machine) : options_.levels;
  const PairClasses classes(machine);
  std::vector<Cell> cells;
  for (const auto& [reader, owner] : options_.pairs) {
    const double handover = guess_handover_ns(machine, reader, owner, classes(reader, owner));
    const int node = machine.cores[static_cast<std::size_t>(reader)].node;
    const std::vector<int> homes =
        options_.homes.empty()
            ? std::vector<int>{machine.home_for(machine.cores[static_cast<std::size_t>(owner)].node)}
            : options_.homes;
    for (const int home : homes) {
      for (const std::string& state : states) {
        Cell cell;
        cell.probe = name();
        cell.variant = options_.sizes.empty() ? "level" : "size";
        cell.reader = reader;
        cell.owner = owner;
        cell.home = home;
        cell.state = state;
        cell.huge_pages = true;
        if (needs_helper(state)) {
          const bool usable = options_.helper >= 0 && options_.helper != reader && options_.helper != owner;
          cell.helper = usable ? options_.helper : helper_for(machine, reader, owner);
        }
        const auto add = [&](std::size_t bytes) {
          cell.bytes = bytes;
          cell.step_bytes = lines_to_walk(machine, cell).step;
          const bool memory = cell.level == "memory";
          const double wait = memory ? 120 * guess_distance(machine, node, home) : std::max(3.0, handover);
          cell.seconds = visit_seconds(machine, cell, options_,
                                       samples_of(machine, bytes, options_.visit_seconds), wait);
          cells.push_back(cell);
        };
        for (const std::size_t bytes : options_.sizes) add(std::max(unit, bytes / unit * unit));
        if (!options_.sizes.empty()) continue;
        for (const std::string& level : levels) {
          cell.level = level;
          add(stretch_for(machine, level, options_.most_stretch));
        }
      }
    }
  }
  return cells;
}

/// The threads of a cell and what they work on.
struct Coherence::Stage {
  const Cell& cell;
  char* data;
  std::vector<Step> steps;
  int owner_thread, helper_thread;
  const HomedMemory* push;  ///< null: nothing is pushed
  std::size_t push_bytes;

  bool acts(int thread, Actor actor) const {
    return thread == (actor == Actor::owner ? owner_thread : helper_thread);
  }

  /// Steps 1 to 5. Every thread calls; the meetings are in it.
  void prepare(int thread, Barrier& barrier, const Lines& lines) const {
    if (thread == 0) {
      for (std::size_t at = 0; at < lines.span; at += unit)
        static_cast<void>(*static_cast<volatile char*>(data + at));
    }
    barrier.wait();
    for (const Step& step : steps) {
      if (acts(thread, step.actor)) perform(step.act, data, lines.span, lines.every);
      barrier.wait();
    }
    if (cell.level == "memory") {
      if (acts(thread, Actor::owner)) flush_lines(data, lines.span, lines.every);
    } else if (push != nullptr && (acts(thread, Actor::owner) || acts(thread, Actor::helper))) {
      // Twice: not every cache forgets what was used longest ago.
      for (int pass = 0; pass < 2; ++pass) read_stretch(push->data(), push_bytes);
    }
    barrier.wait();
  }
};

Outcome Coherence::measure(const Cell& cell) {
  if (cell.bytes == 0)
    throw Error(ErrorCode::not_supported, "coherence", "the machine has no " + cell.level, "");
  if (flush_instruction().empty()) {
    throw Error(ErrorCode::not_supported, "coherence", "this processor has no instruction to flush lines",
                "");
  }
  if (needs_helper(cell.state) && cell.helper < 0) {
    throw Error(ErrorCode::not_supported, "coherence",
                "state " + cell.state + " needs a third core, and there is none", "");
  }
  std::vector<int> pus{pu_of(machine_, cell.reader)};
  if (cell.owner != cell.reader) pus.push_back(pu_of(machine_, cell.owner));
  if (cell.helper >= 0) pus.push_back(pu_of(machine_, cell.helper));

  const Lines walked = lines_to_walk(machine_, cell), read = lines_to_read(machine_, cell.bytes);
  Chase& chase = lines_.chase(cell.home, walked.span, walked.step);
  const HomedMemory& lines = lines_.memory(cell.home);
  Stage stage{cell,
              lines.data(),
              steps_to(cell.state),
              cell.owner == cell.reader ? 0 : 1,
              cell.helper >= 0 ? static_cast<int>(pus.size()) - 1 : -1,
              nullptr,
              push_bytes(machine_, cell.level)};
  if (stage.push_bytes > 0) {
    const int node = machine_.home_for(machine_.cores[static_cast<std::size_t>(cell.owner)].node);
    auto& push = push_[node];
    if (!push || push->size() < stage.push_bytes)
      push = std::make_unique<HomedMemory>(stage.push_bytes, node, true, machine_);
    stage.push = push.get();
  }

  const int samples = samples_of(machine_, cell.bytes, options_.visit_seconds);
  const bool again =
      cell.owner == cell.reader && cell.bytes <= first_level_bytes(machine_) / 2 && cell.level != "memory";
  const int passes = again ? local_walks : 1;
  Series latency{"latency", "ns", {}}, bandwidth{"read bandwidth", "GB/s", {}};
  for (Series* series : {&latency, &bandwidth}) series->samples.reserve(static_cast<std::size_t>(samples));
  run_bound(pus, [&](int thread, Barrier& barrier) {
    const double clock = clock_seconds();
    const auto timed = [&](auto&& work) {
      const double start = seconds_now();
      for (int pass = 0; pass < passes; ++pass) work();
      return std::max(seconds_now() - start - clock, 1e-9) / passes;
    };
    for (int sample = 0; sample < samples; ++sample) {
      if (options_.latency) {
        stage.prepare(thread, barrier, walked);
        if (thread == 0) {
          const double seconds = timed([&] { chase.walk(chase.elements()); });
          latency.samples.push_back(1e9 * seconds / static_cast<double>(chase.elements()));
        }
        barrier.wait();
      }
      if (options_.bandwidth) {
        stage.prepare(thread, barrier, read);
        if (thread == 0) {
          const double seconds = timed([&] { read_stretch(stage.data, cell.bytes); });
          bandwidth.samples.push_back(1e-9 * static_cast<double>(cell.bytes) / seconds);
        }
        barrier.wait();
      }
    }
  });

  Outcome outcome;
  for (Series* series : {&latency, &bandwidth}) {
    if (!series->samples.empty()) outcome.series.push_back(std::move(*series));
  }
  outcome.remarks = lines.remarks();
  outcome.pages = lines.pages();
  return outcome;
}

}  // namespace numapack::probe
