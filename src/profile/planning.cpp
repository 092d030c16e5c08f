// SPDX-License-Identifier: BSD-3-Clause
#include "profile/planning.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "profile/barrier_choice.hpp"
#include "profile/loaded_curve.hpp"

namespace numapack {

namespace {

using Samples = std::vector<std::vector<std::vector<double>>>;  // [from][home]: all figures of a pair
using Figures = std::vector<std::vector<double>>;

Samples no_samples(const Machine& machine) {
  return Samples(machine.nodes.size(), std::vector<std::vector<double>>(machine.nodes.size()));
}

/// Adds a figure to a pair of nodes given by the kernel's numbers.
void add(Samples& samples, const Machine& machine, int from, int home, double value) {
  const int row = machine.node_by_os_index(from), column = machine.node_by_os_index(home);
  if (row < 0 || column < 0 || !(value > 0)) return;
  samples[std::size_t(row)][std::size_t(column)].push_back(value);
}

Samples latencies(const MeasuredProfile& measured, const Machine& machine) {
  // Of each core and node the largest block: the smaller ones of a sweep are caches.
  std::map<std::pair<int, int>, std::uint64_t> largest;
  const auto usable = [](const MemoryLatency& cell) {
    return cell.latency_ns.valid() && cell.load_gb_per_s == 0 && cell.pu >= 0 && cell.node >= 0 &&
           // One channel alone is nearer or farther than the memory that pages lie in.
           !cell.latency_ns.conditions.contains("offset_bytes");
  };
  for (const MemoryLatency& cell : measured.memory_latency) {
    if (!usable(cell)) continue;
    std::uint64_t& bytes = largest[{cell.pu, cell.node}];
    bytes = std::max(bytes, cell.bytes);
  }
  Samples samples = no_samples(machine);
  for (const MemoryLatency& cell : measured.memory_latency) {
    if (!usable(cell) || cell.bytes < largest[{cell.pu, cell.node}]) continue;
    add(samples, machine, measured.machine.node_of_pu(cell.pu), cell.node, cell.latency_ns.value());
  }
  return samples;
}

/// Figures of node pairs by the first kernel that was measured, most threads first.
Samples bandwidths(const MeasuredProfile& measured, const Machine& machine) {
  struct Row {
    int from, home, threads;
    std::string kernel;
    bool streaming;
    double value;
  };
  std::vector<Row> rows;
  for (const NodeBandwidth& cell : measured.node_bandwidth) {
    if (!cell.gb_per_s.valid()) continue;
    rows.push_back({cell.cpu_node, cell.memory_node, cell.threads, cell.kernel, cell.streaming_stores,
                    cell.gb_per_s.value()});
  }
  for (const StreamRow& row : measured.stream) {
    if (!row.gb_per_s.valid() || row.policy != "bind" || row.cpu_nodes.size() != 1 ||
        row.memory_nodes.size() != 1) {
      continue;
    }
    rows.push_back({row.cpu_nodes[0], row.memory_nodes[0], row.threads, row.kernel, row.streaming_stores,
                    row.gb_per_s.value()});
  }
  Samples samples = no_samples(machine);
  for (const char* kernel : {"read", "triad", "add", "copy", "scale"}) {
    for (const bool streaming : {false, true}) {
      std::map<std::pair<int, int>, int> most;
      for (const Row& row : rows) {
        int& threads = most[{row.from, row.home}];
        if (row.kernel == kernel) threads = std::max(threads, row.threads);
      }
      bool any = false;
      for (const Row& row : rows) {
        if (row.kernel != kernel || row.streaming != streaming) continue;
        if (row.threads < most[{row.from, row.home}]) continue;
        add(samples, machine, row.from, row.home, row.value);
        any = true;
      }
      if (any) return samples;
    }
  }
  return samples;
}

/// What one core reads from the memory of each node.
Samples one_core_bandwidths(const MeasuredProfile& measured, const Machine& machine) {
  Samples samples = no_samples(machine);
  for (const CoreToCore& cell : measured.core_to_core) {
    if (cell.level != 0 || !cell.gb_per_s.valid()) continue;
    const int home = cell.home >= 0 ? cell.home : measured.machine.node_of_pu(cell.owner);
    add(samples, machine, measured.machine.node_of_pu(cell.reader), home, cell.gb_per_s.value());
  }
  return samples;
}

struct Counted {
  int measured = 0, mirrored = 0, by_class = 0, scaled = 0;
  std::string text(const std::string& what) const {
    std::string result = what + " of " + std::to_string(measured) + " of " +
                         std::to_string(measured + mirrored + by_class + scaled) + " node pairs";
    if (mirrored > 0) result += ", " + std::to_string(mirrored) + " from the opposite direction";
    if (by_class > 0) result += ", " + std::to_string(by_class) + " from pairs at the same distance";
    if (scaled > 0) result += ", " + std::to_string(scaled) + " scaled estimates";
    return result;
  }
};

/// Replaces estimates by measurements; see planning_profile() for what fills the gaps.
Counted replace(Figures& figures, const Samples& samples, const Machine& machine) {
  Counted counted;
  const std::size_t nodes = figures.size();
  const Figures estimate = figures;
  std::map<Reach, std::vector<double>> by_class;
  std::vector<double> ratios;
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t home = 0; home < nodes; ++home) {
      if (samples[from][home].empty()) continue;
      figures[from][home] = median(samples[from][home]);
      ratios.push_back(figures[from][home] / estimate[from][home]);
      by_class[machine.reach(int(from), int(home))].push_back(figures[from][home]);
      ++counted.measured;
    }
  }
  if (counted.measured == 0) return counted;
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t home = 0; home < nodes; ++home) {
      if (!samples[from][home].empty()) continue;
      const auto same_class = by_class.find(machine.reach(int(from), int(home)));
      if (!samples[home][from].empty()) {
        figures[from][home] = median(samples[home][from]);
        ++counted.mirrored;
      } else if (same_class != by_class.end()) {
        figures[from][home] = mean(same_class->second);
        ++counted.by_class;
      } else {
        figures[from][home] = estimate[from][home] * mean(ratios);
        ++counted.scaled;
      }
    }
  }
  return counted;
}

bool any(const Samples& samples) {
  for (const auto& row : samples) {
    for (const auto& pair : row) {
      if (!pair.empty()) return true;
    }
  }
  return false;
}

/// One core's figures, scaled so that the fastest pair has what the estimate gives it.
void scale_up(Samples& samples, const Figures& estimate) {
  double factor = 0;
  for (std::size_t from = 0; from < samples.size(); ++from) {
    for (std::size_t home = 0; home < samples.size(); ++home) {
      if (samples[from][home].empty()) continue;
      if (from == home) factor = std::max(factor, estimate[from][home] / median(samples[from][home]));
    }
  }
  for (auto& row : samples) {
    for (auto& pair : row) {
      for (double& value : pair) value *= factor;
      if (factor == 0) pair.clear();
    }
  }
}

/// Of one core while as many run as were measured at once: clocks fall when all work.
double core_gflops(const MeasuredProfile& measured, double otherwise) {
  int most = 0;
  double best = otherwise;
  for (const PeakRate& rate : measured.peaks) {
    if (!rate.gflops.valid() || rate.precision != "double" || rate.threads < std::max(most, 1)) continue;
    most = rate.threads;
    best = rate.gflops.value() / rate.threads;
  }
  return best;
}

}  // namespace

std::string misfit(const MeasuredProfile& measured, const Machine& machine) {
  const ProfiledMachine& other = measured.machine;
  if (other.architecture != machine.architecture) {
    return "it is of an " + other.architecture + " machine, this is " + machine.architecture;
  }
  if (other.nodes.size() != machine.nodes.size()) {
    return "it has " + std::to_string(other.nodes.size()) + " nodes, this machine " +
           std::to_string(machine.nodes.size());
  }
  for (const Node& node : machine.nodes) {
    const ProfiledNode* const same = other.node(node.os_index);
    if (same == nullptr) return "it has no node " + std::to_string(node.os_index);
    std::size_t pus = 0;
    for (const int core : node.cores) pus += machine.cores[std::size_t(core)].pus.size();
    if (!same->pus.empty() && same->pus.size() != pus) {
      return "its node " + std::to_string(node.os_index) + " has " + std::to_string(same->pus.size()) +
             " hardware threads, here it has " + std::to_string(pus);
    }
  }
  return "";
}

Profile planning_profile(const MeasuredProfile& measured, const Machine& machine) {
  if (const std::string why = misfit(measured, machine); !why.empty()) {
    invalid("profile", "does not fit " + machine.source + ": " + why, "give the profile of this machine");
  }
  Profile profile = estimate_profile(machine);
  const std::string basis = profile.source;
  std::string source = measured.made_by == "published" ? "published" : "measured";
  if (!measured.conditions.date.empty()) source += " " + measured.conditions.date;
  source += ": ";

  const Figures estimated_latency = profile.latency_ns;
  const Counted latency = replace(profile.latency_ns, latencies(measured, machine), machine);
  source += latency.measured > 0 ? latency.text("latency") : "no latency between nodes";

  Samples samples = bandwidths(measured, machine);
  std::string what = "bandwidth";
  if (!any(samples)) {
    samples = one_core_bandwidths(measured, machine);
    scale_up(samples, profile.bandwidth_gb_per_s);
    what = "one core's bandwidth";
  }
  if (any(samples)) {
    source += "; " + replace(profile.bandwidth_gb_per_s, samples, machine).text(what);
  } else if (latency.measured > 0) {
    // Remote bandwidth follows latency, as in the estimate, where nothing better is known.
    for (std::size_t from = 0; from < machine.nodes.size(); ++from) {
      const double own = profile.bandwidth_gb_per_s[from][from];
      for (std::size_t home = 0; home < machine.nodes.size(); ++home) {
        profile.bandwidth_gb_per_s[from][home] =
            own * std::min(1.0, profile.latency_ns[from][from] / profile.latency_ns[from][home]);
      }
    }
    source += "; bandwidth estimated from them";
  }
  if (const int knees = use_knees(profile.bandwidth_gb_per_s, measured, machine); knees > 0)
    source += "; bandwidth of " + std::to_string(knees) + " node pairs at the knee of their latency";
  profile.team_barrier = choose_team_barrier(measured, machine);
  profile.node_barrier = choose_node_barrier(measured, machine);
  profile.barrier_us = team_barrier_us(measured, machine).value_or(profile.barrier_us);
  profile.core_gflops = core_gflops(measured, profile.core_gflops);
  profile.tuned = measured.tuned;
  profile.tuned_figures = measured.tuned_figures;
  profile.source = source + "; the rest " + basis;
  return profile;
}

}  // namespace numapack
