// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky_owners.hpp"

#include <algorithm>
#include <functional>

#include "level3/nodes/block_owners.hpp"

namespace numapack {

namespace {

/// With more than this, one node's work would be waited for (PR-019).
constexpr MostOverShare most_work_over_share{1.3, 0};

template <class Each>
void each_tile(const CholeskyPlan& plan, const Each& each) {
  for (Index j = 0; j < plan.tiles(); ++j)
    for (Index i = j; i < plan.tiles(); ++i) each(i, j, static_cast<std::size_t>(i + j * plan.tiles()));
}

/// Of a tile: the columns that it meets, and its own.
double work_of(const CholeskyPlan& plan, Index i, Index j) {
  return double(plan.tile(i).size()) * double(plan.tile(j).size()) * (double(j) + 0.5) * (i == j ? 0.5 : 1);
}

/// As square as it can be, with more rows than columns: each element of L goes to those of its row and those
/// of its column.
Grid squarest(int tasks) {
  Grid grid{tasks, 1};
  for (int columns = 2; columns * columns <= tasks; ++columns)
    if (tasks % columns == 0) grid = {tasks / columns, columns};
  return grid;
}

std::vector<TeamShare> owners_of(const CholeskyPlan& plan) { return {plan.tasks.begin(), plan.tasks.end()}; }

std::vector<int> rows_by_work(const CholeskyPlan& plan) {
  std::vector<double> work(static_cast<std::size_t>(plan.tiles()), 0);
  each_tile(plan,
            [&](Index i, Index j, std::size_t) { work[static_cast<std::size_t>(i)] += work_of(plan, i, j); });
  return blocks_by_work(work, owners_of(plan));
}

void deal_over_grid(CholeskyPlan& plan) {
  const bool even = std::ranges::all_of(
      plan.tasks, [&](const PanelTask& task) { return task.threads == plan.tasks.front().threads; });
  plan.grid =
      even ? squarest(static_cast<int>(plan.tasks.size())) : Grid{static_cast<int>(plan.tasks.size()), 1};
  const std::vector<int> rows = rows_by_work(plan);
  each_tile(plan, [&](Index i, Index j, std::size_t at) {
    plan.owner[at] = even ? static_cast<int>(i % plan.grid.rows * plan.grid.columns + j % plan.grid.columns)
                          : rows[static_cast<std::size_t>(i)];
  });
}

bool deal_by_homes(CholeskyPlan& plan, const HomeMap& homes) {
  std::vector<OwnedBlock> tiles;
  each_tile(plan, [&](Index i, Index j, std::size_t) {
    tiles.push_back({homes.elements_by_node(plan.tile(i), plan.tile(j)), work_of(plan, i, j)});
  });
  std::size_t turn = 0;
  const BlocksByHome dealt = blocks_by_home(tiles, owners_of(plan), most_work_over_share, [&](std::size_t) {
    return static_cast<int>(turn++ % plan.tasks.size());
  });
  std::size_t next = 0;
  each_tile(plan, [&](Index, Index, std::size_t at) { plan.owner[at] = dealt.owner[next++]; });
  return dealt.decided == tiles.size() && dealt.balanced;
}

}  // namespace

void deal_tiles(CholeskyPlan& plan, const HomeMap& homes) {
  plan.owner.assign(static_cast<std::size_t>(plan.tiles() * plan.tiles()), 0);
  if (plan.tasks.size() > 1) {
    plan.by_homes = deal_by_homes(plan, homes);
    if (plan.by_homes)
      plan.reasons.emplace_back("tiles belong to the node that has their pages");
    else
      deal_over_grid(plan);
  }
  for (PanelTask& task : plan.tasks) task.blocks = 0;
  each_tile(plan, [&](Index, Index, std::size_t at) {
    ++plan.tasks[static_cast<std::size_t>(plan.owner[at])].blocks;
  });
}

MeetingTiles::MeetingTiles(const CholeskyPlan& plan)
    : tiles_(plan.tiles()),
      last_column_(plan.tasks.size() * static_cast<std::size_t>(tiles_), -1),
      has_in_column_(last_column_.size(), 0) {
  each_tile(plan, [&](Index i, Index j, std::size_t at) {
    const Index task = plan.owner[at] * tiles_;
    Index& last = last_column_[static_cast<std::size_t>(task + i)];
    last = std::max(last, j);
    has_in_column_[static_cast<std::size_t>(task + j)] = 1;
  });
}

Meets MeetingTiles::of(int task, Index row, Index column) const {
  const auto at = static_cast<std::size_t>(task * tiles_ + row);
  return {last_column_[at] > column, has_in_column_[at] != 0};
}

}  // namespace numapack
