// SPDX-License-Identifier: BSD-3-Clause
#include "memory/homes/home_sums.hpp"

#include <algorithm>
#include <utility>

namespace numapack {

HomeSums::HomeSums(const HomeMap& map, bool transposed)
    : nodes_(map.share.empty() ? 0 : map.share[0].size()),
      transposed_(transposed),
      row_tiles_(map.row_tiles),
      column_tiles_(map.column_tiles) {
  uniform_ =
      std::all_of(map.share.begin(), map.share.end(), [&](const auto& s) { return s == map.share[0]; });
  if (uniform_) {
    if (!map.share.empty()) share_ = map.share[0];
    return;
  }
  row_tile_ = double(map.rows) / row_tiles_;
  column_tile_ = double(map.columns) / column_tiles_;
  const std::size_t pitch = std::size_t(row_tiles_ + 1) * nodes_;
  sums_.assign(pitch * std::size_t(column_tiles_ + 1), 0.0);
  for (std::size_t column = 0; column < std::size_t(column_tiles_); ++column) {
    for (std::size_t row = 0; row < std::size_t(row_tiles_); ++row) {
      const auto& tile = map.share[row + column * std::size_t(row_tiles_)];
      double* here = &sums_[(column + 1) * pitch + (row + 1) * nodes_];
      for (std::size_t node = 0; node < nodes_; ++node) {
        here[node] = tile[node] * row_tile_ * column_tile_ + here[node - nodes_] + here[node - pitch] -
                     here[node - pitch - nodes_];
      }
    }
  }
}

void HomeSums::corner(double row, double column, double scale, double* out) const {
  const double x = row_tile_ > 0 ? row / row_tile_ : 0, y = column_tile_ > 0 ? column / column_tile_ : 0;
  const int i = std::clamp(int(x), 0, row_tiles_ - 1), j = std::clamp(int(y), 0, column_tiles_ - 1);
  const double u = x - i, v = y - j;
  const std::size_t pitch = std::size_t(row_tiles_ + 1) * nodes_;
  const double* at = &sums_[std::size_t(j) * pitch + std::size_t(i) * nodes_];
  const double w00 = scale * (1 - u) * (1 - v), w10 = scale * u * (1 - v), w01 = scale * (1 - u) * v,
               w11 = scale * u * v;
  for (std::size_t node = 0; node < nodes_; ++node) {
    out[node] +=
        w00 * at[node] + w10 * at[node + nodes_] + w01 * at[node + pitch] + w11 * at[node + pitch + nodes_];
  }
}

void HomeSums::add(Range rows, Range columns, double scale, double* out) const {
  if (transposed_) std::swap(rows, columns);
  if (rows.size() <= 0 || columns.size() <= 0) return;
  if (uniform_) {
    const double elements = scale * double(rows.size()) * double(columns.size());
    for (std::size_t node = 0; node < nodes_; ++node) out[node] += elements * share_[node];
    return;
  }
  const auto top = double(rows.begin), bottom = double(rows.end);
  const auto left = double(columns.begin), right = double(columns.end);
  corner(bottom, right, scale, out);
  if (rows.begin > 0) corner(top, right, -scale, out);
  if (columns.begin > 0) corner(bottom, left, -scale, out);
  if (rows.begin > 0 && columns.begin > 0) corner(top, left, scale, out);
}

}  // namespace numapack
