// SPDX-License-Identifier: BSD-3-Clause
#include "profile/planning.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "profile/by_nodes.hpp"
#include "profile/knowledge.hpp"
#include "profile/loaded_curve.hpp"
#include "profile/printed.hpp"

namespace numapack {

namespace {

using Samples = std::vector<std::vector<std::vector<double>>>;  // [from][home]: all figures of a pair
using Figures = std::vector<std::vector<double>>;

Samples no_samples(const Machine& machine) {
  return Samples(machine.nodes.size(), std::vector<std::vector<double>>(machine.nodes.size()));
}

/// The same by this machine's nodes; what others have is left out.
Samples here(const FiguresByNodes& figures, const Machine& machine) {
  Samples samples = no_samples(machine);
  for (const auto& [nodes, values] : figures) {
    const int row = machine.node_by_os_index(nodes.first), column = machine.node_by_os_index(nodes.second);
    if (row < 0 || column < 0) continue;
    for (const double value : values) {
      if (value > 0) samples[std::size_t(row)][std::size_t(column)].push_back(value);
    }
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

/// "local-" and "remote-" figures of which some pair of nodes has one.
void note_known(const Samples& samples, const std::string& figure, std::set<std::string>& known) {
  for (std::size_t from = 0; from < samples.size(); ++from)
    for (std::size_t home = 0; home < samples.size(); ++home)
      if (!samples[from][home].empty()) known.insert((from == home ? "local-" : "remote-") + figure);
}

/// Of one core while as many run as were measured at once: clocks fall when all work. Without, what a
/// document's clock and flops a cycle make.
std::optional<double> core_gflops(const MeasuredProfile& measured) {
  int most = 0;
  std::optional<double> best = printed_core_gflops(measured);
  for (const PeakRate& rate : measured.peaks) {
    if (!rate.gflops.valid() || rate.precision != "double" || rate.threads < std::max(most, 1)) continue;
    most = rate.threads;
    best = rate.gflops.value() / rate.threads;
  }
  return best;
}

/// A core's bandwidth times latency, in lines; the median over the pairs of nodes that have both figures.
std::optional<double> lines_in_flight(const MeasuredProfile& measured, const Machine& machine,
                                      const Profile& profile) {
  constexpr double line_bytes = 64;
  const Samples one_core = here(one_core_bandwidths_by_nodes(measured), machine);
  std::vector<double> lines;
  for (std::size_t from = 0; from < one_core.size(); ++from)
    for (std::size_t home = 0; home < one_core.size(); ++home)
      if (!one_core[from][home].empty())
        lines.push_back(median(one_core[from][home]) * profile.latency_ns[from][home] / line_bytes);
  if (lines.empty()) return std::nullopt;
  return median(lines);
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

Profile planning_profile(const MeasuredProfile& given, const Machine& machine) {
  if (const std::string why = misfit(given, machine); !why.empty()) {
    invalid("profile", "does not fit " + machine.source + ": " + why, "give the profile of this machine");
  }
  const MeasuredProfile measured = undisturbed(given);
  Profile profile = estimate_profile(machine);
  const std::string basis = profile.source;
  std::string source = measured.made_by == "published" ? "published" : "measured";
  if (!measured.conditions.date.empty()) source += " " + measured.conditions.date;
  source += ": ";

  const Figures estimated_latency = profile.latency_ns;
  const Counted latency = replace(profile.latency_ns, here(latencies_by_nodes(measured), machine), machine);
  note_known(here(latencies_by_nodes(measured), machine), "latency", profile.known);
  note_known(here(bandwidths_by_nodes(measured), machine), "bandwidth", profile.known);
  source += latency.measured > 0 ? latency.text("latency") : "no latency between nodes";

  Samples samples = here(bandwidths_by_nodes(measured), machine);
  std::string what = "bandwidth";
  if (!any(samples)) {
    samples = here(one_core_bandwidths_by_nodes(measured), machine);
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
  const auto use = [&](const char* figure, double& estimate, const std::optional<double>& found) {
    if (!found) return;
    estimate = *found;
    profile.known.insert(figure);
  };
  use("barrier", profile.barrier_us, node_barrier_us(measured));
  use("wake", profile.wake_us, wake_us(measured));
  use("fresh", profile.fresh_gb_per_s, fresh_gb_per_s(measured));
  use("writing", profile.bytes_a_written_byte, bytes_a_written_byte(measured));
  use("peak", profile.core_gflops, core_gflops(measured));
  profile.tuned = measured.tuned;
  profile.tuned_figures = measured.tuned_figures;
  profile.kernel_costs = measured.kernel_costs;
  use("lines", profile.lines_in_flight, lines_in_flight(measured, machine, profile));
  profile.source = source + "; the rest " + basis;
  return profile;
}

}  // namespace numapack
