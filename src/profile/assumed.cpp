// SPDX-License-Identifier: BSD-3-Clause
#include "profile/assumed.hpp"

#include <fmt/format.h>

namespace numapack {

namespace {

/// The range of a figure over pairs of nodes.
AssumedFigure of_pairs(const char* figure, const char* what, const std::vector<std::vector<double>>& figures,
                       bool is_local, const char* unit) {
  AssumedFigure assumed{figure, what, 0, 0, unit};
  for (std::size_t from = 0; from < figures.size(); ++from)
    for (std::size_t home = 0; home < figures.size(); ++home) {
      if ((from == home) != is_local) continue;
      const double value = figures[from][home];
      assumed.least = assumed.least == 0 ? value : std::min(assumed.least, value);
      assumed.most = std::max(assumed.most, value);
    }
  return assumed;
}

}  // namespace

std::vector<AssumedFigure> assumed_figures(const Profile& profile, const std::string& routine,
                                           const std::string& type) {
  std::vector<AssumedFigure> all;
  const auto add = [&](AssumedFigure figure) {
    if (!profile.known.contains(figure.figure) && figure.most > 0) all.push_back(std::move(figure));
  };
  const auto add_one = [&](const char* figure, const char* what, double value, const char* unit) {
    add({figure, what, value, value, unit});
  };
  if (kernel_costs_of(profile, routine, type).calls == 0) {
    add_one("peak", "rate of a core", profile.core_gflops, "GF/s");
    add_one("panels", "share of a core's rate in loops over a column", profile.panel_share, "");
    add_one("element", "an element copied or packed", profile.flops_an_element, "flops");
    add_one("step", "a step's begin and end", profile.step_us, "us");
  }
  const auto& latency = profile.latency_ns;
  const auto& bandwidth = profile.bandwidth_gb_per_s;
  add(of_pairs("local-latency", "latency of own memory", latency, true, "ns"));
  add(of_pairs("remote-latency", "latency of other nodes' memory", latency, false, "ns"));
  add(of_pairs("local-bandwidth", "bandwidth of own memory", bandwidth, true, "GB/s"));
  add(of_pairs("remote-bandwidth", "bandwidth of other nodes' memory", bandwidth, false, "GB/s"));
  add_one("writing", "bytes read in the time of one written", profile.bytes_a_written_byte, "");
  add_one("lines", "lines in flight of a core", profile.lines_in_flight, "");
  add_one("wake", "wake of a thread", profile.wake_us, "us");
  add_one("fresh", "first touch by a node's threads", profile.fresh_gb_per_s, "GB/s");
  add_one("barrier", "barrier of a node's threads", profile.barrier_us, "us");
  return all;
}

std::string assumed_text(const std::vector<AssumedFigure>& figures) {
  std::string text;
  for (const AssumedFigure& one : figures) {
    text += fmt::format("{}{} {:.3g}", text.empty() ? "" : ", ", one.what, one.least);
    if (fmt::format("{:.3g}", one.most) != fmt::format("{:.3g}", one.least))
      text += fmt::format(" to {:.3g}", one.most);
    if (!one.unit.empty()) text += " " + one.unit;
  }
  return text;
}

}  // namespace numapack
