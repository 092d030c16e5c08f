// SPDX-License-Identifier: BSD-3-Clause
#include "memory/placement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "machine/text.hpp"

namespace numapack {
namespace {

using Kind = Placement::Kind;

std::string os_list(const std::vector<int>& nodes, const Machine& machine) {
  std::vector<int> numbers;
  for (const int node : nodes) numbers.push_back(machine.nodes.at(static_cast<std::size_t>(node)).os_index);
  return list_text(std::move(numbers));
}

std::string weights_text(const Placement& placement, const Machine& machine) {
  std::string text;
  for (std::size_t i = 0; i < placement.nodes.size(); ++i) {
    text += (text.empty() ? "" : ",") + os_list({placement.nodes[i]}, machine);
    if (i < placement.weights.size()) text += "=" + std::to_string(placement.weights[i]);
  }
  return text;
}

/// Rows of the squarest grid of so many nodes: the largest divisor that is not above the root.
int square_rows(int nodes) {
  int rows = std::max(1, static_cast<int>(std::sqrt(static_cast<double>(nodes))));
  while (nodes % rows != 0) --rows;
  return rows;
}

}  // namespace

std::vector<int> nodes_with_memory(const Machine& machine) {
  std::vector<int> list;
  for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
    if (machine.nodes[node].usable_memory) list.push_back(static_cast<int>(node));
  }
  return list;
}

std::string_view name(Placement::Kind kind) {
  switch (kind) {
    case Kind::first_touch:
      return "first-touch";
    case Kind::bind:
      return "bind";
    case Kind::interleave:
      return "interleave";
    case Kind::preferred:
      return "preferred";
    case Kind::weighted_interleave:
      return "weighted";
    case Kind::block_cyclic_columns:
      return "cyclic";
    case Kind::block_cyclic_rows:
      return "rows";
    case Kind::tiles:
      return "tiles";
    case Kind::replicated:
      return "replicated";
  }
  return "";
}

std::string to_string(const Placement& placement, const Machine& machine) {
  std::string nodes = placement.kind == Kind::weighted_interleave ? weights_text(placement, machine)
                                                                  : os_list(placement.nodes, machine);
  if (placement.kind == Kind::bind) return nodes;
  std::string text(name(placement.kind));
  if (placement.kind == Kind::first_touch) return text;
  if (placement.kind == Kind::block_cyclic_columns) text += ":" + std::to_string(placement.column_block);
  if (placement.kind == Kind::block_cyclic_rows) text += ":" + std::to_string(placement.row_block);
  if (placement.kind == Kind::tiles) {
    text += ":" + std::to_string(placement.row_block) + "x" + std::to_string(placement.column_block);
    if (placement.grid_rows > 0) {
      text += ":" + std::to_string(placement.grid_rows) + "x" + std::to_string(placement.grid_columns);
    }
  }
  return nodes.empty() ? text : text + ":" + nodes;
}

Placement resolved(Placement placement, const Machine& machine, const std::vector<double>& bandwidth) {
  const Kind kind = placement.kind;
  if (kind == Kind::first_touch) return placement;
  if (placement.nodes.empty() && kind != Kind::bind && kind != Kind::preferred) {
    placement.nodes = nodes_with_memory(machine);
  }
  if (kind == Kind::interleave) {
    // The kernel goes round in the order of node numbers.
    std::sort(placement.nodes.begin(), placement.nodes.end());
    placement.nodes.erase(std::unique(placement.nodes.begin(), placement.nodes.end()), placement.nodes.end());
  }
  if (kind == Kind::weighted_interleave && placement.weights.size() == placement.nodes.size()) {
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t i = 0; i < placement.nodes.size(); ++i) {
      pairs.emplace_back(placement.nodes[i], placement.weights[i]);
    }
    std::sort(pairs.begin(), pairs.end());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      placement.nodes[i] = pairs[i].first;
      placement.weights[i] = pairs[i].second;
    }
  }
  if (kind == Kind::weighted_interleave && placement.weights.empty()) {
    std::sort(placement.nodes.begin(), placement.nodes.end());
    std::vector<double> of_nodes;
    for (const int node : placement.nodes) {
      const auto at = static_cast<std::size_t>(node);
      of_nodes.push_back(node >= 0 && at < bandwidth.size() ? bandwidth[at] : 0);
    }
    placement.weights = weights_from_bandwidth(of_nodes);
  }
  if (kind == Kind::tiles && placement.grid_rows == 0 && placement.grid_columns == 0 &&
      !placement.nodes.empty()) {
    const int nodes = static_cast<int>(placement.nodes.size());
    placement.grid_rows = square_rows(nodes);
    placement.grid_columns = nodes / placement.grid_rows;
  }
  return placement;
}

std::vector<int> weights_from_bandwidth(const std::vector<double>& bandwidth, int most) {
  if (bandwidth.empty()) return {};
  std::vector<double> share = bandwidth;
  double slowest = std::numeric_limits<double>::infinity();
  for (const double value : share) {
    if (value > 0 && std::isfinite(value)) slowest = std::min(slowest, value);
  }
  if (!std::isfinite(slowest)) slowest = 1;
  for (double& value : share) {
    if (!(value > 0) || !std::isfinite(value)) value = slowest;
  }
  const double sum = std::accumulate(share.begin(), share.end(), 0.0);
  std::vector<int> best;
  double best_error = std::numeric_limits<double>::infinity();
  const int nodes = static_cast<int>(share.size());
  for (int total = nodes; total <= std::max(most, nodes); ++total) {
    std::vector<int> weights;
    for (const double value : share) {
      weights.push_back(std::max(1, static_cast<int>(std::lround(value / sum * total))));
    }
    const double rounded = std::accumulate(weights.begin(), weights.end(), 0.0);
    // The memory that is busy longest decides how fast all of them together are.
    double error = 0;
    for (std::size_t i = 0; i < share.size(); ++i) {
      error = std::max(error, weights[i] / rounded * sum / share[i]);
    }
    // A longer round must be better by a hundredth: short rounds spread small matrices, too.
    if (error < best_error * 0.99) {
      best_error = error;
      best = weights;
    }
  }
  const int divisor = std::reduce(best.begin(), best.end(), 0, [](int a, int b) { return std::gcd(a, b); });
  for (int& weight : best) weight /= std::max(1, divisor);
  return best;
}

}  // namespace numapack
