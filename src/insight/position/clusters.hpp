// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace numapack {

/// Symmetric, zero on the diagonal.
using Distances = std::vector<std::vector<double>>;

/// Labels 0, 1 … of the rows, and the mean silhouette (P. Rousseeuw, J. Comput. Appl. Math. 20 (1987), 53).
struct Clustering {
  std::vector<int> labels;
  int count = 1;
  double silhouette = 0;  ///< -1 to 1; above 0.5 "reasonable structure" (Kaufman and Rousseeuw)
};

/// The rows of each label.
std::vector<std::vector<std::size_t>> members_of(const Clustering& division);

/// Cuts the tree of average linkage into 2 to `most` clusters where the mean silhouette is greatest; with
/// `as_good` below 1, into the fewest clusters whose silhouette reaches that share of the greatest. Fewer
/// than three rows: one cluster. Pure.
Clustering cluster(const Distances& distances, int most = 16, double as_good = 1);

/// Mean over rows of how much nearer a row lies to its own cluster than to the next one; a row alone in its
/// cluster counts 0. Pure.
double mean_silhouette(const Distances& distances, const std::vector<int>& labels, int count);

}  // namespace numapack
