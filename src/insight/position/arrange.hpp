// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"
#include "profile/profile.hpp"

namespace numapack {

using SquareMatrix = std::vector<std::vector<double>>;

/// Which thread gets which place, and what all messages then wait.
struct Arrangement {
  std::vector<std::size_t> places;  ///< of each thread, an index into the latencies
  double cost = 0;                  ///< sum of traffic times latency
  double as_numbered = 0;           ///< the same, thread i on place i
};

/// Threads on places so that those that exchange much are near: exchanges of two, and moves to places that
/// are free, while they lower the cost, from the given order, from a greedy one and from random ones of the
/// seed. A quadratic assignment: a local optimum, not the least. `traffic[i][j]`: from thread i to j, any
/// unit; `latency_ns`: at least as many places as threads. Throws Error(invalid_argument) otherwise. Pure.
Arrangement arrange(const SquareMatrix& traffic, const SquareMatrix& latency_ns, std::uint64_t seed = 1);

/// Between hardware threads: as measured, else the other way, else the median of the same two nodes, else of
/// all pairs as far apart (in a node, a package, the machine), else by the plan's figures for the two nodes.
/// 0 on the diagonal. Pure.
SquareMatrix latencies_between(const std::vector<int>& pus, const Machine& machine, const Profile& figures,
                               const MeasuredProfile* measured);

}  // namespace numapack
