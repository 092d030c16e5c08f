// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "insight/position/clusters.hpp"
#include "insight/position/structure.hpp"

namespace numapack {

constexpr std::size_t least_columns = 3;  ///< that may agree on groups

/// Chances that shuffled figures divide as well as these, and that shuffled CPUs are as alike as neighbours.
struct NoiseChances {
  double of_groups = 1, of_order = 1;  ///< 1: not tried
  double least() const { return std::min(of_groups, of_order); }
};

/// Both permutation tests of a division; that of groups needs `least_columns`. Pure, apart from `random`.
NoiseChances noise_chances(const LatencyTable& table, const Clustering& division,
                           const GroupingOptions& options, std::mt19937_64& random);

/// Divisions of the rows into fewer groups than `fine`, the fewest last, each made of whole groups of the one
/// before it: groups are clustered as CPUs are, by the mean latencies of the finest. Their silhouette is that
/// of the groups that were clustered. Each must reach the silhouette of the options, and what groups reach
/// that lie evenly along a line; the first must pass the tests of noise, if it is of enough groups; and each
/// must stand, with half that silhouette, when one CPU drawn from each of the finest groups speaks for it.
/// None of fewer columns than `least_columns`. Pure, apart from `random`.
std::vector<Clustering> coarser_divisions(const LatencyTable& table, const Clustering& fine,
                                          const GroupingOptions& options, std::mt19937_64& random);

}  // namespace numapack
