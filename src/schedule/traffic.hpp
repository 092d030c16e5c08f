// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "machine/machine.hpp"
#include "memory/homes/homes.hpp"
#include "schedule/schedule.hpp"

namespace numapack {

/// The home of a schedule's matrix: by these homes; or each region on the node that this function returns;
/// or, with neither, the node that works on it.
struct Storage {
  const HomeMap* homes = nullptr;
  std::function<int(const Region&)> node_of;

  /// Adds so many bytes an element of what a step touches of a region to the homes of its elements; `worker`:
  /// where who works on it is.
  void add(const Region& region, double element_bytes, std::size_t worker,
           std::vector<double>& by_home) const;

  static Storage on(int node) {
    return {nullptr, [node](const Region&) { return node; }};
  }
};

/// Bytes that are moved between nodes: [reader or writer][home], the diagonal being local traffic. Writing a
/// line that the writer does not hold first reads it (write-allocate), so what is written counts under `read`
/// as well, unless it is streamed around the caches.
struct Traffic {
  std::vector<std::vector<double>> read, written;
  explicit Traffic(std::size_t nodes = 0);
  double crossing(const Machine& machine, Reach reach) const;  ///< read + written over that distance class
  double crossing() const;                                     ///< all that leaves its node
};

/// The bytes that move if each step reads its inputs once, and reads and writes its outputs once. Data that
/// stays in caches from one step to the next is not subtracted. `of_team`: the node of each team; `nodes`: of
/// the machine. Pure.
Traffic traffic_of(const Schedule& schedule, std::span<const Storage> matrices, std::span<const int> of_team,
                   std::size_t element_bytes, std::size_t nodes);

/// Share of what is interleaved over so many nodes that is elsewhere than on one of them: what a BLAS sees
/// that knows no nodes.
constexpr double share_elsewhere(int nodes) { return double(nodes - 1) / double(nodes); }

/// Share of a part of a matrix that is at home elsewhere than on `node`.
double share_elsewhere(const HomeMap& homes, Range rows, Range columns, int node);

}  // namespace numapack
