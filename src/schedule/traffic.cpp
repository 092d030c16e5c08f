// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/traffic.hpp"

#include <numeric>

namespace numapack {

namespace {

/// each(from, home, bytes) for all pairs of nodes.
template <class Each>
void for_each_pair(const Traffic& traffic, const Each& each) {
  for (std::size_t from = 0; from < traffic.read.size(); ++from)
    for (std::size_t home = 0; home < traffic.read.size(); ++home)
      each(from, home, traffic.read[from][home] + traffic.written[from][home]);
}

}  // namespace

void Storage::add(const Region& region, double element_bytes, std::size_t worker,
                  std::vector<double>& by_home) const {
  const double touched =
      element_bytes * double(region.share) * double(region.rows.size()) * double(region.columns.size());
  if (homes == nullptr) {
    by_home[node_of ? static_cast<std::size_t>(node_of(region)) : worker] += touched;
    return;
  }
  const std::vector<double> at = homes->elements_by_node(region.rows, region.columns);
  const double all = std::accumulate(at.begin(), at.end(), 0.0);
  for (std::size_t home = 0; all > 0 && home < at.size(); ++home) by_home[home] += touched * at[home] / all;
}

Traffic::Traffic(std::size_t nodes) : read(nodes, std::vector<double>(nodes, 0.0)), written(read) {}

double Traffic::crossing(const Machine& machine, Reach reach) const {
  double bytes = 0;
  for_each_pair(*this, [&](std::size_t from, std::size_t home, double moved) {
    if (machine.reach(int(from), int(home)) == reach) bytes += moved;
  });
  return bytes;
}

double Traffic::crossing() const {
  double bytes = 0;
  for_each_pair(*this, [&](std::size_t from, std::size_t home, double moved) {
    if (from != home) bytes += moved;
  });
  return bytes;
}

double share_elsewhere(const HomeMap& homes, Range rows, Range columns, int node) {
  const std::vector<double> at = homes.elements_by_node(rows, columns);
  const double all = std::accumulate(at.begin(), at.end(), 0.0);
  return all <= 0 ? 0 : 1 - at[static_cast<std::size_t>(node)] / all;
}

Traffic traffic_of(const Schedule& schedule, std::span<const Storage> matrices, std::span<const int> of_team,
                   std::size_t element_bytes, std::size_t nodes) {
  Traffic traffic(nodes);
  for (const Step& step : schedule.steps) {
    const auto worker = static_cast<std::size_t>(of_team[static_cast<std::size_t>(step.team)]);
    const auto move = [&](const Region& region, std::vector<double>& by_home) {
      if (!region.is_empty())
        matrices[static_cast<std::size_t>(region.matrix)].add(region, double(element_bytes), worker, by_home);
    };
    for (const Region& region : schedule.writes_of(step)) {
      if (!step.overwrites) move(region, traffic.read[worker]);
      move(region, traffic.written[worker]);
    }
    for (const Region& region : schedule.reads_of(step)) move(region, traffic.read[worker]);
  }
  return traffic;
}

}  // namespace numapack
