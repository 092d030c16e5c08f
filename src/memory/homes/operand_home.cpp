// SPDX-License-Identifier: BSD-3-Clause
#include "memory/homes/operand_home.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace numapack {

namespace {

/// Less than this of a matrix elsewhere is stray pages.
constexpr double stray = 0.05;

/// Shares of tiles that differ by less are drawn from one mixture.
constexpr double alike = 0.25;

bool tiles_are_alike(const HomeMap& map) {
  const auto& first = map.share.front();
  return std::all_of(map.share.begin(), map.share.end(), [&](const std::vector<double>& tile) {
    for (std::size_t node = 0; node < first.size(); ++node)
      if (std::abs(tile[node] - first[node]) > alike) return false;
    return true;
  });
}

}  // namespace

OperandHome operand_home(const HomeMap& map, double element_bytes) {
  OperandHome home;
  home.bytes = map.elements_by_node({0, map.rows}, {0, map.columns});
  for (double& bytes : home.bytes) bytes *= element_bytes;
  if (home.bytes.empty()) return home;
  const double all = std::accumulate(home.bytes.begin(), home.bytes.end(), 0.0);
  const double most = *std::max_element(home.bytes.begin(), home.bytes.end());
  if (most < (1 - stray) * all)
    home.lies = tiles_are_alike(map) ? OperandHome::Lies::interleaved : OperandHome::Lies::divided;
  return home;
}

}  // namespace numapack
