// SPDX-License-Identifier: BSD-3-Clause
#include "panels/panel_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/integer.hpp"
#include "base/readable.hpp"
#include "base/whole_lines.hpp"
#include "panels/block_dealing.hpp"
#include "schedule/traffic.hpp"

namespace numapack {

std::size_t PanelPlan::workspace_bytes() const {
  std::size_t bytes = 0;
  for (const PanelTask& task : tasks) bytes += task.workspace_bytes;
  return bytes;
}

void cut_blocks(PanelPlan& plan) {
  const Index n = plan.shape.n, steps = plan.shape.steps();
  plan.blocks.clear();
  for (Index begin = 0; begin < n;) {
    const Index end = std::min({begin + plan.nb, n, begin < steps ? steps : n});
    plan.blocks.push_back({begin, end});
    begin = end;
  }
  plan.panels = divide_up(steps, plan.nb);
}

int threads_of(const std::vector<NodeCrew>& crews) {
  return std::accumulate(crews.begin(), crews.end(), 0,
                         [](int sum, const NodeCrew& crew) { return sum + crew.threads; });
}

int most_threads(const std::vector<NodeCrew>& crews) {
  int most = 1;
  for (const NodeCrew& crew : crews) most = std::max(most, crew.threads);
  return most;
}

std::vector<NodeCrew> whole_nodes(std::vector<NodeCrew> crews, int threads, const HomeMap& homes) {
  const std::vector<double> at_home = homes.elements_by_node({0, homes.rows}, {0, homes.columns});
  const auto elements = [&](const NodeCrew& crew) {
    return at_home.empty() ? 0 : at_home[static_cast<std::size_t>(crew.memory_node)];
  };
  std::stable_sort(crews.begin(), crews.end(), [&](const NodeCrew& one, const NodeCrew& other) {
    return elements(one) > elements(other);
  });
  bool is_first = true;
  for (NodeCrew& crew : crews) {
    // Less than half of another node is not worth what it would copy.
    const int wanted = !is_first && 2 * threads < crew.threads ? 0 : std::min(crew.threads, threads);
    threads -= wanted;
    crew.threads = wanted;
    is_first = false;
  }
  std::erase_if(crews, [](const NodeCrew& crew) { return crew.threads == 0; });
  return crews;
}

void add_tasks(PanelPlan& plan, const std::vector<NodeCrew>& crews, bool gangs, const HomeMap& homes) {
  plan.caller_only = threads_of(crews) == 1;
  for (const NodeCrew& crew : crews) {
    PanelTask task;
    task.team = crew.team;
    task.node = crew.node;
    task.memory_node = crew.memory_node;
    task.threads = crew.threads;
    task.gang = gangs ? crew.threads : 1;
    plan.tasks.push_back(task);
  }
  deal_blocks(plan, homes);
}

bool copies_pay(const PanelPlan& plan, const HomeMap& homes) {
  // In place several threads would write lines that the next step of another one reads.
  if (plan.shape.by_rows) return true;
  constexpr double worth = 0.9;
  double in_place = 0, copied = 0;
  for (Index j = 0; j < static_cast<Index>(plan.blocks.size()); ++j) {
    const double away =
        share_elsewhere(homes, {0, plan.shape.m}, plan.block(j), plan.task_of(j).memory_node) *
        double(plan.block(j).size());
    for (Index panel = 0; panel < std::min(j + 1, plan.panels); ++panel)
      in_place += 2 * away * double(plan.shape.m - plan.block(panel).begin);
    copied += 2 * away * double(plan.shape.m);
  }
  return copied < worth * in_place;
}

std::string has_copies(const char* parts) {
  return fmt::format("{} are copied to their owners, and back when they are done", parts);
}

std::string no_room_for_copies(const char* parts, std::size_t bytes) {
  return fmt::format("{} stay where they are: {} for copies cannot be allocated", parts,
                     readable_bytes(double(bytes)));
}

std::vector<Index> places_of_blocks(const PanelPlan& plan, int task) {
  std::vector<Index> places(plan.blocks.size(), 0);
  Index owned = 0;
  for (std::size_t j = 0; j < places.size(); ++j)
    if (plan.owner[j] == task) places[j] = owned++;
  return places;
}

std::vector<Index> columns_before(const PanelPlan& plan, int task) {
  std::vector<Index> before(plan.blocks.size(), 0);
  Index owned = 0;
  for (std::size_t j = 0; j < before.size(); ++j)
    if (plan.owner[j] == task) before[j] = owned, owned += plan.blocks[j].size();
  return before;
}

HomeMap transposed(const HomeMap& stored) {
  HomeMap map{stored.columns, stored.rows, stored.column_tiles, stored.row_tiles, {}};
  for (int row = 0; row < stored.row_tiles; ++row)
    for (int column = 0; column < stored.column_tiles; ++column)
      map.share.push_back(stored.share[static_cast<std::size_t>(row + column * stored.row_tiles)]);
  return map;
}

Index leading_of_copy(const PanelShape& shape) {
  // An odd number of lines, so that neighbours in a row share no set of the caches.
  const std::size_t element = bytes_of(shape.type);
  return Index((round_to_line(std::size_t(shape.m) * element) | 64) / element);
}

void add_to_key(const PanelPlan& plan, ScheduleCache::Key& key) {
  key.insert(key.end(), {plan.shape.m, plan.shape.n, plan.nb,
                         plan.redeployed         ? 1
                         : plan.turns_in_place() ? 2
                                                 : 0});
  for (const PanelTask& task : plan.tasks) key.push_back(task.gang);
  key.insert(key.end(), plan.owner.begin(), plan.owner.end());
}

std::string explain_tasks(const PanelPlan& plan, const Machine& machine) {
  std::string text;
  for (const PanelTask& task : plan.tasks)
    text += fmt::format("  node {}: {} thread{}, {} blocks, workspace {}\n", machine.os_index_of(task.node),
                        task.threads, task.threads == 1 ? "" : "s", task.blocks,
                        readable_bytes(double(task.workspace_bytes)));
  if (plan.shape.by_rows)
    text += plan.redeployed ? "  rows become columns in the copies of blocks\n"
                            : "  rows become columns in place first, and rows again last, by all threads\n";
  return text;
}

std::string explain_reasons(const PanelPlan& plan) {
  std::string text;
  for (const std::string& reason : plan.reasons) text += "  " + reason + "\n";
  return text;
}

}  // namespace numapack
