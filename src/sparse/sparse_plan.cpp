// SPDX-License-Identifier: BSD-3-Clause
#include "sparse/sparse_plan.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/integer.hpp"
#include "level3/plan/allowed_workers.hpp"

namespace numapack {

namespace {

/// A matrix of fewer bytes lies on one node: another one would fetch it in no time.
constexpr std::size_t least_shared_bytes = std::size_t{1} << 20;
constexpr Index part_unit = 64;
/// Of a run: a thread's piece of work when x is gathered.
constexpr Index most_run = 16384;

/// GB/s that a node's threads read of where its rows lie: a product waits for its matrix.
double rate_of(const NodeTeam& worker, const Machine& machine, const Profile& profile) {
  const std::size_t cores = machine.nodes[static_cast<std::size_t>(worker.node)].cores.size();
  return profile.bandwidth(worker.node, worker.memory_node) * worker.threads / double(cores);
}

}  // namespace

template <class I>
Index row_at_cost(const SparsePattern<I>& pattern, Index cost) {
  Index low = 0, high = pattern.rows;
  while (low < high) {
    const Index middle = (low + high) / 2;
    if (cost_before(pattern, middle) < cost)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

template <class I>
SparsePlan make_sparse_plan(const SparsePattern<I>& pattern, std::size_t element_bytes,
                            const Machine& machine, const std::vector<TeamLayout>& layout,
                            const Profile& profile) {
  const std::vector<NodeTeam> workers = allowed_workers(machine, layout, {});
  SparsePlan plan{pattern.rows, pattern.columns, pattern.elements(), machine.nodes.size() > 1, {}};
  if (pattern.rows == 0) return plan;
  const double cost = double(cost_before(pattern, pattern.rows));
  const bool is_shared = double(plan.elements) * double(element_bytes) >= double(least_shared_bytes);
  double all = 0, passed = 0;
  for (const NodeTeam& worker : workers) all += rate_of(worker, machine, profile);
  Index begin = 0;
  for (const NodeTeam& worker : workers) {
    passed += rate_of(worker, machine, profile);
    const bool is_last = !is_shared || worker.team == workers.back().team;
    const double share = std::min(1.0, passed / all);
    const Index wanted = is_last ? pattern.rows : row_at_cost(pattern, static_cast<Index>(cost * share));
    const Index end = std::min(pattern.rows, is_last ? wanted : round_up(wanted, part_unit));
    if (end <= begin) continue;
    plan.parts.push_back({worker.node,
                          worker.memory_node,
                          {begin, end},
                          static_cast<Index>(pattern.starts[end] - pattern.starts[begin])});
    begin = end;
  }
  return plan;
}

template <class I>
std::vector<ColumnRun> used_columns(const SparsePattern<I>& pattern, Range rows) {
  std::vector<bool> is_used(static_cast<std::size_t>(pattern.columns), false);
  const Index first = pattern.of_row(rows.begin).begin, end = pattern.of_row(rows.end - 1).end;
  for (Index i = first; i < end; ++i) is_used[static_cast<std::size_t>(pattern.indices[i])] = true;
  std::vector<ColumnRun> runs;
  std::int32_t to = 0;
  for (Index column = 0; column < pattern.columns; ++column) {
    if (!is_used[static_cast<std::size_t>(column)]) continue;
    const bool goes_on =
        !runs.empty() && runs.back().from + runs.back().count == column && runs.back().count < most_run;
    if (!goes_on) runs.push_back({static_cast<std::int32_t>(column), to, 0});
    ++runs.back().count, ++to;
  }
  return runs;
}

std::string explain(const SparsePlan& plan, const Machine& machine) {
  std::string text;
  for (const SparsePart& part : plan.parts)
    text += fmt::format("  node {}: {} rows from row {}, {} elements\n", machine.os_index_of(part.node),
                        part.rows.size(), part.rows.begin, part.elements);
  if (plan.gathers) text += "  each node gathers the x that its rows use, once a product\n";
  return text;
}

template Index row_at_cost(const SparsePattern<std::int32_t>&, Index);
template Index row_at_cost(const SparsePattern<std::int64_t>&, Index);
template SparsePlan make_sparse_plan(const SparsePattern<std::int32_t>&, std::size_t, const Machine&,
                                     const std::vector<TeamLayout>&, const Profile&);
template SparsePlan make_sparse_plan(const SparsePattern<std::int64_t>&, std::size_t, const Machine&,
                                     const std::vector<TeamLayout>&, const Profile&);
template std::vector<ColumnRun> used_columns(const SparsePattern<std::int32_t>&, Range);
template std::vector<ColumnRun> used_columns(const SparsePattern<std::int64_t>&, Range);

}  // namespace numapack
