// SPDX-License-Identifier: BSD-3-Clause
#include "probe/quantities/coherence_plan.hpp"

#include <algorithm>

#include "probe/clock/core_clock.hpp"
#include "probe/loops/line_state.hpp"
#include "probe/plans/guesses.hpp"

namespace numapack::probe {

namespace {

constexpr std::size_t memory_stretch = std::size_t{1} << 20;
constexpr std::size_t unit = coherence_unit;
/// Lines of another core's L1 are walked one in 4 KiB: within pages the streaming prefetcher guesses so short
/// a walk (CL-195). No more than the first level of translations holds.
constexpr std::size_t scattered_lines = 48;
constexpr int least_samples = 3, most_samples = 30;

/// One sample, from setting up to reading, by rough figures for a line.
double sample_seconds(const Machine& machine, std::size_t bytes) {
  return 2e-5 + 190e-9 * static_cast<double>(bytes / line_bytes(machine));
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
  double seconds = 1.5e-4 + clock_seconds_a_visit + 6e-8 * elements;
  if (options.latency) seconds += samples * (set_up(walked.span / walked.every) + 1e-9 * wait_ns * elements);
  if (options.bandwidth) {
    const double reading = 1e-10 * static_cast<double>(cell.bytes);
    seconds += samples * (set_up(cell.bytes / line_bytes(machine)) + reading);
  }
  return seconds;
}

}  // namespace

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

int samples_of(const Machine& machine, std::size_t bytes, double visit_seconds) {
  return std::clamp(static_cast<int>(visit_seconds / sample_seconds(machine, bytes)), least_samples,
                    most_samples);
}

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
  // The last level is shared with others, and firmware may report more than this machine's share.
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

std::size_t most_bytes(const Machine& machine, const CoherenceOptions& options) {
  std::size_t most = scattered_lines * (unit + line_bytes(machine));
  for (const std::size_t size : options.sizes) most = std::max(most, size);
  for (const std::string& level : level_names(machine)) {
    most = std::max(most, stretch_for(machine, level, options.most_stretch));
  }
  return most;
}

std::vector<Cell> coherence_cells(const Machine& machine, const CoherenceOptions& options) {
  const std::vector<std::string> states = options.states.empty() ? states_of(machine) : options.states;
  const std::vector<std::string> levels = options.levels.empty() ? level_names(machine) : options.levels;
  const PairClasses classes(machine);
  std::vector<Cell> cells;
  for (const auto& [reader, owner] : options.pairs) {
    const double handover = guess_handover_ns(machine, reader, owner, classes(reader, owner));
    const int node = machine.cores[static_cast<std::size_t>(reader)].node;
    const std::vector<int> homes =
        options.homes.empty()
            ? std::vector<int>{machine.home_for(machine.cores[static_cast<std::size_t>(owner)].node)}
            : options.homes;
    for (const int home : homes) {
      for (const std::string& state : states) {
        Cell cell;
        cell.probe = "coherence";
        cell.variant = options.sizes.empty() ? "level" : "size";
        cell.reader = reader;
        cell.owner = owner;
        cell.home = home;
        cell.state = state;
        cell.pages = PageKind::huge;
        if (needs_helper(state)) {
          const bool usable = options.helper >= 0 && options.helper != reader && options.helper != owner;
          cell.helper = usable ? options.helper : helper_for(machine, reader, owner);
        }
        const auto add = [&](std::size_t bytes) {
          cell.bytes = bytes;
          cell.step_bytes = lines_to_walk(machine, cell).step;
          // What plans predict barriers from; in other levels visits differ by what the caches keep.
          cell.agree_within = state == "M" && cell.level == "L1" ? memory_agrees_within : 0;
          const bool memory = cell.level == "memory";
          const double wait = memory ? 120 * guess_distance(machine, node, home) : std::max(3.0, handover);
          cell.seconds =
              visit_seconds(machine, cell, options, samples_of(machine, bytes, options.visit_seconds), wait);
          cells.push_back(cell);
        };
        for (const std::size_t bytes : options.sizes) add(std::max(unit, bytes / unit * unit));
        if (!options.sizes.empty()) continue;
        for (const std::string& level : levels) {
          cell.level = level;
          add(stretch_for(machine, level, options.most_stretch));
        }
      }
    }
  }
  return cells;
}

}  // namespace numapack::probe
