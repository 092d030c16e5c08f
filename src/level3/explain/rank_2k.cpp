// SPDX-License-Identifier: BSD-3-Clause
#include "level3/explain/rank_2k.hpp"

#include <algorithm>
#include <utility>

namespace numapack {

namespace {

/// Elements of a matrix in these rows and columns that are not on a node.
double elsewhere(const HomeMap& homes, Range rows, Range columns, int node) {
  if (rows.size() <= 0 || columns.size() <= 0) return 0;
  return share_elsewhere(homes, rows, columns, node) * double(rows.size()) * double(columns.size());
}

/// The same of lines along K in either of two ranges: rows of the matrix, or columns if it is transposed.
double lines_elsewhere(const HomeMap& homes, bool transposed, Range first, Range second, int node) {
  const Range both{std::max(first.begin, second.begin), std::min(first.end, second.end)};
  const auto of = [&](Range lines) {
    return transposed ? elsewhere(homes, {0, homes.rows}, lines, node)
                      : elsewhere(homes, lines, {0, homes.columns}, node);
  };
  return of(first) + of(second) - of(both);
}

}  // namespace

Rank2kTraffic traffic_of_rank_2k(const Plan& first, const Plan& second, const Homes& homes) {
  const Call& call = first.call;
  double elements = 0;
  for (const NodeTask& task : first.tasks) {
    const int node = task.memory_node;
    elements += lines_elsewhere(homes.a, transposes(call.a.op), task.rows, task.columns, node) +
                lines_elsewhere(homes.b, !transposes(call.b.op), task.rows, task.columns, node);
    const double all = double(task.rows.size()) * double(task.columns.size());
    if (all > 0)
      elements += (call.reads_c ? 2 : 1) * elsewhere(homes.c, task.rows, task.columns, node) *
                  elements_in(call.region, task.rows, task.columns) / all;
  }
  return {first.traffic.crossing() + second.traffic.crossing(), elements * double(call.element_bytes())};
}

Call mirrored(Call first) {
  // A stands where B stood, transposed as B was, and C has something in it.
  std::swap(first.a.leading, first.b.leading);
  first.reads_c = true;
  return first;
}

Homes mirrored(Homes first) {
  std::swap(first.a, first.b);
  return first;
}

}  // namespace numapack
