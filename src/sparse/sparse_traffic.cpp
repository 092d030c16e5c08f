// SPDX-License-Identifier: BSD-3-Clause
#include "sparse/sparse_traffic.hpp"

#include <algorithm>

namespace numapack {

namespace {

constexpr Index line_bytes = 64;
/// Of a column's number, as the matrix is stored by others.
constexpr double number_bytes = 4;

/// Elements in the lines that runs touch, in stretches that do not meet.
std::vector<Range> stretches_of_lines(const std::vector<ColumnRun>& used, Index columns, Index in_line) {
  std::vector<Range> stretches;
  for (const ColumnRun& run : used) {
    const Range lines{run.from / in_line * in_line,
                      std::min(columns, round_up(Index{run.from} + run.count, in_line))};
    if (!stretches.empty() && lines.begin <= stretches.back().end)
      stretches.back().end = std::max(stretches.back().end, lines.end);
    else
      stretches.push_back(lines);
  }
  return stretches;
}

void add_bytes_of(const HomeMap& vector, Range elements, double element_bytes, std::vector<double>& by_home) {
  const std::vector<double> found = vector.elements_by_node(elements, {0, 1});
  for (std::size_t home = 0; home < found.size(); ++home) by_home[home] += found[home] * element_bytes;
}

}  // namespace

SparseTraffic traffic_of(const SparsePlan& plan, const std::vector<std::vector<ColumnRun>>& used,
                         const HomeMap& x, const HomeMap& y, std::size_t element_bytes, std::size_t nodes) {
  SparseTraffic traffic{Traffic(nodes), 0, 0};
  const auto bytes = static_cast<double>(element_bytes);
  const Index in_line = std::max<Index>(1, line_bytes / static_cast<Index>(element_bytes));
  for (std::size_t part = 0; part < plan.parts.size(); ++part) {
    const auto reader = static_cast<std::size_t>(plan.parts[part].memory_node);
    for (const Range& stretch : stretches_of_lines(used[part], plan.columns, in_line))
      add_bytes_of(x, stretch, bytes, traffic.moved.read[reader]);
    add_bytes_of(y, plan.parts[part].rows, bytes, traffic.moved.read[reader]);
    add_bytes_of(y, plan.parts[part].rows, bytes, traffic.moved.written[reader]);
  }
  traffic.least_bytes = traffic.moved.crossing();
  traffic.oblivious_bytes = traffic.least_bytes + share_elsewhere(static_cast<int>(nodes)) *
                                                      double(plan.elements) * (bytes + number_bytes);
  return traffic;
}

}  // namespace numapack
