// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "cli/quantities/pages.hpp"
#include "cli/quantities/profile_figures.hpp"
#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "probe/quantities/loaded_plan.hpp"
#include "profile/loaded_curve.hpp"

namespace numapack {

namespace {

/// What a point asks for, to compare points of curves: reads in kB/s, or as much as there is.
using LoadAsked = std::int64_t;
constexpr LoadAsked all_there_is = LoadAsked{1} << 60;

/// The curves of one place, by share of writes.
struct LoadedPlace {
  std::set<double> shares;
  std::set<LoadAsked> asked;
  std::map<std::pair<double, LoadAsked>, const LoadedPoint*> points;
};

/// "reads", "3:1": bytes read to bytes written.
std::string share_text(double share) {
  if (share == 0) return "reads";
  for (int written = 1; written <= 64; ++written) {
    const double read = written * (1 - share) / share;
    if (std::abs(read - std::round(read)) < 1e-6) return fmt::format("{:.0f}:{}", read, written);
  }
  return fmt::format("{:.0f} % written", 100 * share);
}

std::string asked_text(LoadAsked asked) {
  return asked == 0 ? "no load" : asked >= all_there_is ? "all there is" : figure(1e-6 * double(asked));
}

std::string knee_text(const std::string& mix, const std::vector<CurvePoint>& curve) {
  if (curve.size() < 2) return fmt::format("{}: too few points for a curve\n", mix);
  const double most = std::ranges::max(curve, {}, &CurvePoint::gb_per_s).gb_per_s;
  if (const auto full = knee(curve)) {
    return fmt::format("{}: a load waits twice as long as idle from {} GB/s on; the most is {} GB/s\n", mix,
                       figure(full->gb_per_s), figure(most));
  }
  return fmt::format("{}: no load waited twice as long as idle; the most is {} GB/s\n", mix, figure(most));
}

std::string curves_text(const std::string& title, const LoadedPlace& place) {
  std::vector<std::string> header{title};
  for (const double share : place.shares)
    header.insert(header.end(), {share_text(share) + " GB/s", "ns", "cycles"});
  Table table(header);
  for (const LoadAsked asked : place.asked) {
    std::vector<std::string> row{asked_text(asked)};
    for (const double share : place.shares) {
      const auto point = place.points.find({share, asked});
      const Figure none, &rate = point == place.points.end() ? none : point->second->gb_per_s,
                         &wait = point == place.points.end() ? none : point->second->latency_ns;
      row.insert(row.end(), {figure_text(rate), figure_text(wait), cycles_text(wait)});
    }
    table.row(row);
  }
  return table.text();
}

}  // namespace

std::string loaded_figures(const MeasuredProfile& profile, WithoutFigure& missing) {
  std::map<std::pair<int, int>, LoadedPlace> places;
  for (const LoadedPoint& point : profile.loaded_latency) {
    LoadedPlace& place = places[{point.pu, point.node}];
    const double share = point.write_share;
    // Each line that is written was read first.
    LoadAsked asked =
        point.asked_gb_per_s ? std::llround(1e6 * *point.asked_gb_per_s * (1 - share)) : all_there_is;
    while (place.points.contains({share, asked})) ++asked;
    place.shares.insert(share);
    place.asked.insert(asked);
    place.points[{share, asked}] = &point;
    missing.note(point.gb_per_s);
    missing.note(point.latency_ns);
  }
  const std::vector<LoadedCurve> curves = loaded_curves(profile);
  std::string text;
  for (const auto& [key, place] : places) {
    const auto [pu, node] = key;
    const int from = profile.machine.node_of_pu(pu);
    text += (text.empty() ? "" : "\n") +
            curves_text(fmt::format("{}{} waits for {}, GB/s of reads asked", profiled_cpu(pu),
                                    from < 0 ? "" : fmt::format(" of node {}", from),
                                    profiled_node(profile.machine, node)),
                        place);
    for (const double share : place.shares) {
      const auto curve = std::ranges::find_if(curves, [&, pu = pu, node = node](const LoadedCurve& one) {
        return one.pu == pu && one.node == node && one.write_share == share;
      });
      text += knee_text(share_text(share), curve == curves.end() ? std::vector<CurvePoint>() : curve->points);
    }
  }
  return text;
}

}  // namespace numapack
