// SPDX-License-Identifier: BSD-3-Clause
#include "insight/position/shuffles.hpp"

#include <cmath>

#include "base/shuffle.hpp"

namespace numapack {

namespace {

double row_distance(const LatencyTable& table, std::size_t one, std::size_t other) {
  double sum = 0;
  int count = 0;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (table.between_cores && (column == one || column == other)) continue;
    const double by = table.ns[one][column] - table.ns[other][column];
    sum += by * by;
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(sum / count);
}

}  // namespace

Distances row_distances(const LatencyTable& table) {
  const std::size_t rows = table.cpus.size();
  Distances distances(rows, std::vector<double>(rows, 0));
  for (std::size_t one = 0; one < rows; ++one)
    for (std::size_t other = 0; other < one; ++other)
      distances[one][other] = distances[other][one] = row_distance(table, one, other);
  return distances;
}

LatencyTable shuffled(LatencyTable table, std::mt19937_64& random) {
  const std::size_t rows = table.cpus.size();
  std::vector<double> cells;
  if (table.between_cores) {
    for (std::size_t one = 0; one < rows; ++one)
      for (std::size_t other = 0; other < one; ++other) cells.push_back(table.ns[one][other]);
    shuffle(cells, random);
    for (std::size_t one = 0, next = 0; one < rows; ++one)
      for (std::size_t other = 0; other < one; ++other)
        table.ns[one][other] = table.ns[other][one] = cells[next++];
    return table;
  }
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    cells.clear();
    for (const auto& row : table.ns) cells.push_back(row[column]);
    shuffle(cells, random);
    for (std::size_t row = 0; row < rows; ++row) table.ns[row][column] = cells[row];
  }
  return table;
}

}  // namespace numapack
