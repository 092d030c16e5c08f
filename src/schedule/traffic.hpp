// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "memory/homes/homes.hpp"
#include "schedule/schedule.hpp"

namespace numapack {

/// Where a schedule's matrix lies: by these homes; or each region on the node that this says; or, with
/// neither, where whoever works on it is.
struct Storage {
  const HomeMap* homes = nullptr;
  std::function<int(const Region&)> node_of;

  static Storage on(int node) {
    return {nullptr, [node](const Region&) { return node; }};
  }
};

/// Bytes that cross between nodes if each step reads what it reads, and reads and writes what it writes,
/// once. What stays in caches from one step to the next is not taken off. `nodes`: of each team. Pure.
double crossing_bytes(const Schedule& schedule, std::span<const Storage> matrices, std::span<const int> nodes,
                      std::size_t element_bytes);

/// Share of a part of a matrix that is at home elsewhere than on `node`.
double share_elsewhere(const HomeMap& homes, Range rows, Range columns, int node);

}  // namespace numapack
