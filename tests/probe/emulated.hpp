// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "probe/loops/line_state.hpp"
#include "probe/plans/budget.hpp"
#include "probe/plans/select.hpp"
#include "probe/quantities/coherence.hpp"
#include "probe/quantities/threads/barrier_probe.hpp"
#include "probe/quantities/threads/wake.hpp"

namespace numapack::testing {

/// A large machine that takes its time: what the steps of a visit cost there is drawn once for the machine,
/// and again for every visit. It knows nothing of what was expected of a cell, only what a cell is; it does
/// in order what a probe does, and remembers which memory was touched and which chain is linked in it.
class EmulatedMachine {
 public:
  EmulatedMachine(const Machine& machine, std::uint64_t seed)
      : machine_(machine), classes_(machine), random_(seed) {
    memory_ns_ = about(115, 0.06);
    thread_s_ = about(40e-6, 0.3);
    huge_bytes_per_s_ = about(4.5e9, 0.25);
    small_bytes_per_s_ = about(1.6e9, 0.25);
    core_gb_per_s_ = about(11, 0.15);
    core_share_gb_per_s_ = about(4.4, 0.15);
    near_ns_ = about(45, 0.2);
    node_ns_ = about(76, 0.10);
    far_ = about(1, 0.06);
    line_s_ = about(160e-9, 0.2);
  }

  /// Seconds that the plan takes, part by part, each round in an order of its own.
  double run(const std::vector<probe::PlannedPart>& plan) {
    double seconds = 0;
    for (const probe::PlannedPart& part : plan) {
      if (part.cells.empty()) continue;
      touched_.clear();
      linked_.clear();
      clocked_ = false;
      // Settings of the part's probes that a cell does not contain.
      visit_seconds_ = part.name == "distances" ? 1e-3 : part.name == "shared caches" ? 2.5e-3 : 0.03;
      reads_too_ = part.name == "coherence";
      const double start = seconds;
      seconds += sentinel_memory();
      double last_look = seconds;
      std::vector<std::size_t> order(part.cells.size());
      for (std::size_t at = 0; at < order.size(); ++at) order[at] = at;
      for (int round = 0; round < part.rounds; ++round) {
        std::shuffle(order.begin(), order.end(), random_);
        for (const std::size_t at : order) {
          if (seconds - last_look > 0.25) {
            seconds += 3.5e-3;
            last_look = seconds;
          }
          seconds += visit(part.cells[at]) * about(1, 0.3);
        }
      }
      of_part[part.name] = seconds - start;
    }
    return seconds;
  }

  std::map<std::string, double> of_part;  ///< seconds of the last run

 private:
  double about(double value, double spread) {
    return value * std::uniform_real_distribution<double>(1 - spread, 1 + spread)(random_);
  }
  int node(int core) const { return machine_.cores[static_cast<std::size_t>(core)].node; }

  double distance(int from, int home) const {
    if (from == home || from < 0 || home < 0) return 1;
    // Whatever firmware says: it may be wrong.
    return far_ * (machine_.reach(from, home) == Reach::cross_die ? 1.45 : 2.25);
  }

  double line_ns(int one, int other) const {
    const probe::PairClass pair = classes_(one, other);
    if (pair.kind == probe::Neighbourhood::itself) return 3;
    if (pair.kind == probe::Neighbourhood::shares_cache) return near_ns_;
    return node_ns_ * distance(node(one), node(other));
  }

  double load_ns(std::size_t bytes, double far) const {
    if (bytes <= probe::first_level_bytes(machine_)) return 1.4;
    if (bytes <= probe::cache_bytes(machine_, 2)) return 5;
    return bytes <= probe::last_level_bytes(machine_) ? 32 : memory_ns_ * far;
  }

  double node_rate(int home) const {
    std::size_t cores = machine_.nodes[static_cast<std::size_t>(home)].cores.size();
    if (cores == 0) cores = machine_.nodes.front().cores.size();
    return std::max(14e9, 1e9 * core_share_gb_per_s_ * static_cast<double>(cores));
  }

  double rate(int threads, int cpus_of, int home) const {
    const double cores = 1e9 * core_gb_per_s_ * threads;
    if (cpus_of >= 0 && home >= 0) return std::min(cores, node_rate(home)) / distance(cpus_of, home);
    double all = 0, far = 0;
    const std::vector<int> homes = probe::memory_nodes(machine_);
    for (const int one : homes) {
      all += node_rate(one);
      far += distance(cpus_of, one) / static_cast<double>(homes.size());
    }
    if (home >= 0) return std::min(cores, node_rate(home));
    return cpus_of < 0 ? std::min(cores, all) : std::min({cores, all, 1.5 * node_rate(cpus_of)}) / far;
  }

  double touch(const std::string& what, int home, std::size_t bytes, bool huge) {
    std::size_t& known = touched_[{what, home}];
    if (known >= bytes) return 0;
    known = bytes;
    return static_cast<double>(bytes) / (huge ? huge_bytes_per_s_ : small_bytes_per_s_);
  }

  /// Linking writes every element at a random place; the check walks them.
  double link(const probe::Cell& cell, std::size_t bytes, std::size_t step) {
    auto& known = linked_[cell.home];
    if (known == std::pair{bytes, step}) return 0;
    known = {bytes, step};
    return 1e-9 * static_cast<double>(bytes / step) * (18 + load_ns(bytes, 1));
  }

  double sentinel_memory() {
    const std::size_t bytes = std::min(2 * probe::last_level_bytes(machine_), std::size_t{256} << 20);
    return static_cast<double>(bytes) / huge_bytes_per_s_ +
           1e-9 * static_cast<double>(bytes / 128) * (18 + memory_ns_) + 6e-3;
  }

  double visit(const probe::Cell& cell) {
    if (cell.probe == "fma peak") return cell.threads * thread_s_ + about(5e-3, 0.2) + 3 * 0.01;
    if (cell.probe == "latency") return latency(cell);
    if (cell.probe == "handover") return handover(cell);
    if (cell.probe == "coherence") return coherence(cell);
    if (cell.probe == "stream") return stream(cell);
    if (cell.probe == "barrier") return barrier(cell);
    if (cell.probe == "wake") return wake(cell);
    if (cell.probe == "fresh memory") return fresh(cell);
    return loaded(cell);
  }

  /// Calls that come at once, or each after some thousandths of a second.
  double wake(const probe::Cell& cell) {
    const bool asleep = cell.variant == probe::called_asleep;
    return clock() + cell.threads * thread_s_ + (asleep ? 12 * (0.005 + 5e-5) : 250 * 2e-6);
  }

  double fresh(const probe::Cell& cell) {
    const double rate = cell.pages == probe::PageKind::huge ? huge_bytes_per_s_ : small_bytes_per_s_;
    // Threads share what a node clears.
    const double threads = std::min<double>(cell.threads, 4);
    return cell.threads * thread_s_ + 3 * static_cast<double>(cell.bytes) / (rate * threads);
  }

  /// Windows of a sixth of a millisecond until two that are 4 ms apart agree, which is so at once where
  /// another core has the same clock; and one more afterwards.
  double clock() {
    const bool first = !clocked_;
    clocked_ = true;
    return first ? about(4.4e-3, 0.1) : about(0.36e-3, 0.1);
  }

  double latency(const probe::Cell& cell) {
    double seconds = clock() + touch(cell.probe, cell.home, cell.bytes, cell.pages != probe::PageKind::small);
    seconds += link(cell, cell.bytes, cell.step_bytes) + thread_s_;
    const double ns = load_ns(cell.bytes, distance(node(cell.reader), cell.home));
    const bool fits = cell.bytes <= 2 * probe::last_level_bytes(machine_);
    const double warm = fits ? 5.0 * static_cast<double>(cell.bytes / cell.step_bytes) : 1e4;
    // Ten samples of ten thousand steps, or of a fifth of a millisecond.
    return seconds + 1e-9 * warm * ns + 10 * std::max(1e-9 * 1e4 * ns, 2e-4);
  }

  double handover(const probe::Cell& cell) {
    const double turns = 1000 + 100 + 10;
    return clock() + 2 * thread_s_ + 2 * 5 * turns * 2e-9 * line_ns(cell.reader, cell.owner);
  }

  double coherence(const probe::Cell& cell) {
    const bool apart = cell.reader != cell.owner;
    const bool scattered = cell.level == "L1" && apart;
    const std::size_t lines = scattered ? 48 : cell.bytes / 64;
    const std::size_t elements = scattered ? 48 : cell.bytes / 128;
    double seconds = clock() + touch(cell.probe, cell.home, std::size_t{4} << 20, true);
    seconds += link(cell, scattered ? 48 * 4160 : cell.bytes, scattered ? 4160 : 128);
    seconds += (1 + int{apart} + int{cell.helper >= 0}) * thread_s_;
    double wait = line_ns(cell.reader, cell.owner);
    if (cell.level == "memory") wait = memory_ns_ * distance(node(cell.reader), cell.home);
    const auto steps = static_cast<double>(probe::steps_to(cell.state).size());
    const double push = cell.level == "memory"
                            ? 60e-9 * static_cast<double>(lines)
                            : 2 * static_cast<double>(probe::push_bytes(machine_, cell.level)) / 12e9;
    const double meetings = 6 * 2e-6;
    const double prepared = meetings + line_s_ * steps / 2 * static_cast<double>(lines) + push;
    const double walked = 1e-9 * wait * static_cast<double>(elements);
    // As many samples as fit its time, by the plan's own words: 3 to 30.
    const int samples = samples_of(cell);
    seconds += samples * (prepared + walked);
    if (reads_too_) seconds += samples * (prepared + static_cast<double>(cell.bytes) / 9e9);
    return seconds;
  }

  double stream(const probe::Cell& cell) {
    const auto nodes = static_cast<double>(cell.cpus_of < 0 ? machine_.compute_nodes().size() : 1);
    const auto bytes = static_cast<double>(cell.bytes);
    const double first = 3 * bytes / std::min(1.8e9 * cell.threads, 18e9 * nodes);
    // Four repetitions: copy and triad with both kinds of stores, an ordinary one reading its line first;
    // read.
    const double moved = 4 * bytes * ((1 + 2) + (2 + 2) + (1 + 1) + (2 + 1) + 1);
    return cell.threads * thread_s_ + first + moved / rate(cell.threads, cell.cpus_of, cell.home);
  }

  double barrier(const probe::Cell& cell) {
    double& one = barriers_[{cell.variant, cell.cpus_of}];
    if (one == 0) one = barrier_seconds(cell);
    return cell.threads * thread_s_ + 5 * (2000 + 200 + 20) * one;
  }

  double barrier_seconds(const probe::Cell& cell) const {
    const std::vector<int> cores = probe::barrier_cores(machine_, cell);
    Latencies latencies(cores.size(), std::vector<double>(cores.size()));
    for (std::size_t from = 0; from < cores.size(); ++from) {
      for (std::size_t to = 0; to < cores.size(); ++to) latencies[from][to] = line_ns(cores[from], cores[to]);
    }
    return 1e-9 * probe::predicted_ns(machine_, cell, latencies);
  }

  double loaded(const probe::Cell& cell) {
    double seconds = touch(cell.probe, cell.home, cell.bytes, true) + link(cell, cell.bytes, cell.step_bytes);
    seconds += clock() + (1 + cell.threads) * thread_s_;
    double full = 1;
    if (cell.load >= 0) {
      std::set<const Cache*> last;
      for (const int core : machine_.usable_cores(cell.cpus_of))
        last.insert(machine_.cache(probe::cache_levels(machine_), core));
      const std::size_t bytes = std::max(std::size_t{4}, 2 * last.size()) * probe::last_level_bytes(machine_);
      seconds += touch("load", cell.home, bytes, true);
      seconds += 1.5 * static_cast<double>(bytes) / rate(cell.threads, cell.cpus_of, cell.home);
      full = cell.load == 0 ? 2.2 : 1.15;
    }
    const double ns = memory_ns_ * distance(node(cell.reader), cell.home) * full;
    return seconds + 1e-9 * ns * (2 * 1e4 + 5 * 2e4);
  }

  int samples_of(const probe::Cell& cell) const {
    const double sample = 2e-5 + 190e-9 * static_cast<double>(cell.bytes / 64);
    return std::clamp(static_cast<int>(visit_seconds_ / sample), 3, 30);
  }

  const Machine& machine_;
  probe::PairClasses classes_;
  std::mt19937_64 random_;
  double memory_ns_, thread_s_, huge_bytes_per_s_, small_bytes_per_s_, core_gb_per_s_, core_share_gb_per_s_,
      near_ns_, node_ns_, far_, line_s_;
  double visit_seconds_ = 0;
  bool reads_too_ = false;
  std::map<std::pair<std::string, int>, std::size_t> touched_;
  std::map<int, std::pair<std::size_t, std::size_t>> linked_;
  std::map<std::pair<std::string, int>, double> barriers_;
  bool clocked_ = false;
};

}  // namespace numapack::testing
