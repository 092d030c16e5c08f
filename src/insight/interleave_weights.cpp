// SPDX-License-Identifier: BSD-3-Clause
#include "insight/interleave_weights.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "base/statistics.hpp"
#include "memory/placement.hpp"
#include "profile/by_nodes.hpp"

namespace numapack {

namespace {

/// From each package, to each node; nothing where a pair is missing.
std::map<int, std::vector<double>> by_socket(const MeasuredProfile& profile, const std::vector<int>& nodes) {
  const FiguresByNodes figures = bandwidths_by_nodes(profile);
  std::map<int, std::vector<double>> sockets;
  for (const ProfiledNode& from : profile.machine.nodes) {
    if (from.pus.empty()) continue;
    std::vector<double>& rates = sockets[from.package];
    rates.resize(nodes.size(), 0);
    for (std::size_t to = 0; to < nodes.size(); ++to) {
      const auto pair = figures.find({from.os_index, nodes[to]});
      if (pair != figures.end()) rates[to] = std::max(rates[to], median(pair->second));
    }
  }
  std::erase_if(sockets, [](const auto& socket) {
    return std::any_of(socket.second.begin(), socket.second.end(), [](double rate) { return !(rate > 0); });
  });
  return sockets;
}

constexpr double worth = 1.05;

}  // namespace

double interleaved_gb_per_s(const std::vector<int>& weights, const std::vector<double>& gb_per_s) {
  double longest = 0;
  for (std::size_t node = 0; node < weights.size(); ++node)
    longest = std::max(longest, weights[node] / gb_per_s[node]);
  return longest > 0 ? std::accumulate(weights.begin(), weights.end(), 0) / longest : 0;
}

InterleaveAdvice interleave_advice(const MeasuredProfile& profile) {
  InterleaveAdvice advice;
  for (const ProfiledNode& node : profile.machine.nodes)
    if (node.memory_bytes > 0 || !node.pus.empty() || !node.kind.empty())
      advice.nodes.push_back(node.os_index);
  std::sort(advice.nodes.begin(), advice.nodes.end());
  if (advice.nodes.size() < 2) return advice;
  const std::vector<int> plain(advice.nodes.size(), 1);
  // Every socket gains sum(w) / max(w_i / c_i) at least, c_i being node i's least share of a socket's plain
  // bandwidth: weights in proportion to c are the best.
  std::vector<double> least_share(advice.nodes.size(), std::numeric_limits<double>::infinity());
  for (const auto& [package, rates] : by_socket(profile, advice.nodes)) {
    SocketInterleave socket{package, rates, weights_from_bandwidth(rates), 0, 0, 0};
    socket.plain = interleaved_gb_per_s(plain, rates);
    socket.own = interleaved_gb_per_s(socket.weights, rates);
    for (std::size_t node = 0; node < rates.size(); ++node)
      least_share[node] = std::min(least_share[node], rates[node] / socket.plain);
    advice.sockets.push_back(std::move(socket));
  }
  std::set<int> packages;
  for (const ProfiledNode& node : profile.machine.nodes)
    if (!node.pus.empty()) packages.insert(node.package);
  advice.sockets_missing = int(packages.size() - advice.sockets.size());
  advice.weights = plain;
  // What suits one socket may harm another.
  if (advice.sockets.empty() || advice.sockets_missing > 0) return advice;
  const std::vector<int> best = weights_from_bandwidth(least_share);
  double least = std::numeric_limits<double>::infinity();
  for (const SocketInterleave& socket : advice.sockets)
    least = std::min(least, interleaved_gb_per_s(best, socket.gb_per_s) / socket.plain);
  if (least >= worth) advice.weights = best, advice.least_gain = least;
  for (SocketInterleave& socket : advice.sockets)
    socket.chosen = interleaved_gb_per_s(advice.weights, socket.gb_per_s);
  return advice;
}

}  // namespace numapack
