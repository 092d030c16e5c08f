// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>

#include "insight/position/clusters.hpp"
#include "insight/position/structure.hpp"

namespace numapack {

/// Root mean square of what two rows differ by, between all rows; between cores without the cells of the two
/// themselves. Pure.
Distances row_distances(const LatencyTable& table);

/// Each column in an order of its own; between cores all pairs. Pure, apart from `random`.
LatencyTable shuffled(LatencyTable table, std::mt19937_64& random);

/// The share of shuffles that `as_good`; given up, as a share of those made, once it must be too much.
template <class Trial>
double chance(const GroupingOptions& options, std::mt19937_64& random, Trial&& as_good) {
  int good = 0;
  const int most = int(options.most_chance * (options.shuffles + 1)) - 1;
  for (int made = 1; made <= options.shuffles; ++made) {
    if (as_good(random)) ++good;
    if (options.each_shuffle) options.each_shuffle(made);
    if (good > most) return double(good + 1) / (made + 1);
  }
  return double(good + 1) / (options.shuffles + 1);
}

}  // namespace numapack
