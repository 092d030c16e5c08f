// SPDX-License-Identifier: BSD-3-Clause
#include "profile/loaded_curve.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace numapack {

std::vector<LoadedCurve> loaded_curves(const MeasuredProfile& profile) {
  using Asked = std::pair<double, CurvePoint>;
  std::map<std::tuple<int, int, double>, std::vector<Asked>> places;
  for (const LoadedPoint& point : profile.loaded_latency) {
    if (!point.gb_per_s.valid() || !point.latency_ns.valid()) continue;
    places[{point.pu, point.node, point.write_share}].emplace_back(
        point.asked_gb_per_s.value_or(std::numeric_limits<double>::infinity()),
        CurvePoint{point.gb_per_s.value(), point.latency_ns.value()});
  }
  std::vector<LoadedCurve> curves;
  for (auto& [place, points] : places) {
    std::ranges::stable_sort(points, {}, &Asked::first);
    LoadedCurve curve{
        std::get<0>(place), std::get<1>(place), std::get<2>(place), points.front().first == 0, {}};
    for (const auto& [asked, point] : points) curve.points.push_back(point);
    curves.push_back(std::move(curve));
  }
  return curves;
}

std::optional<CurvePoint> knee(const std::vector<CurvePoint>& points) {
  if (points.size() < 2) return std::nullopt;
  const double full = 2 * points.front().latency_ns;
  for (std::size_t at = 1; at < points.size(); ++at) {
    const CurvePoint &before = points[at - 1], &here = points[at];
    if (here.latency_ns < full) continue;
    const double part = (full - before.latency_ns) / (here.latency_ns - before.latency_ns);
    return CurvePoint{before.gb_per_s + part * (here.gb_per_s - before.gb_per_s), full};
  }
  return std::nullopt;
}

int use_knees(std::vector<std::vector<double>>& gb_per_s, const MeasuredProfile& measured,
              const Machine& machine) {
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (const LoadedCurve& curve : loaded_curves(measured)) {
    const int from = machine.node_by_os_index(measured.machine.node_of_pu(curve.pu));
    const int home = machine.node_by_os_index(curve.node);
    const auto full = knee(curve.points);
    // Without its idle latency a curve does not say what twice as long is.
    if (curve.write_share > 0 || !curve.from_idle || !full || !(full->gb_per_s > 0) || from < 0 || home < 0)
      continue;
    gb_per_s[std::size_t(from)][std::size_t(home)] = full->gb_per_s;
    known.emplace(std::size_t(from), std::size_t(home));
  }
  for (std::size_t from = 0; from < gb_per_s.size(); ++from) {
    if (!known.contains({from, from})) continue;
    for (std::size_t home = 0; home < gb_per_s.size(); ++home) {
      if (known.contains({from, home}) || machine.nodes[home].kind != machine.nodes[from].kind) continue;
      gb_per_s[from][home] = std::min(gb_per_s[from][home], gb_per_s[from][from]);
    }
  }
  return static_cast<int>(known.size());
}

}  // namespace numapack
