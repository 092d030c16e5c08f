// SPDX-License-Identifier: BSD-3-Clause
#include "panels/panel_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/readable.hpp"
#include "base/whole_lines.hpp"
#include "panels/panel_traffic.hpp"

namespace numapack {

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

int most_threads(const std::vector<NodeTeam>& workers) {
  int most = 1;
  for (const NodeTeam& worker : workers) most = std::max(most, worker.threads);
  return most;
}

std::vector<NodeTeam> whole_nodes(std::vector<NodeTeam> workers, int threads, const HomeMap& homes) {
  const std::vector<double> at_home = homes.elements_by_node({0, homes.rows}, {0, homes.columns});
  const auto elements = [&](const NodeTeam& worker) {
    return at_home.empty() ? 0 : at_home[static_cast<std::size_t>(worker.memory_node)];
  };
  std::stable_sort(workers.begin(), workers.end(), [&](const NodeTeam& one, const NodeTeam& other) {
    return elements(one) > elements(other);
  });
  bool is_first = true;
  for (NodeTeam& worker : workers) {
    // Less than half of another node is not worth what it would copy (PR-018).
    const int wanted = !is_first && 2 * threads < worker.threads ? 0 : std::min(worker.threads, threads);
    threads -= wanted;
    worker.threads = wanted;
    is_first = false;
  }
  std::erase_if(workers, [](const NodeTeam& worker) { return worker.threads == 0; });
  return workers;
}

void take_useful(FactorPlan& plan, std::vector<NodeTeam>& workers, int useful, const HomeMap& homes,
                 const std::string& why) {
  const int all = threads_of(workers);
  if (useful >= all) return;
  plan.reasons.push_back(fmt::format("{} of {} threads: {}", useful, all, why));
  workers = whole_nodes(std::move(workers), useful, homes);
}

void add_tasks(FactorPlan& plan, const std::vector<NodeTeam>& workers, bool gangs) {
  plan.caller_only = threads_of(workers) == 1;
  plan.tasks.clear();
  for (const NodeTeam& worker : workers) plan.tasks.push_back({worker, gangs ? worker.threads : 1});
}

bool copies_pay(const PanelPlan& plan, const HomeMap& homes) {
  // In place several threads would write lines of a row-major matrix that the next step of another one reads.
  return plan.shape.by_rows || blocks_in_and_out(plan, homes, true) < blocks_in_and_out(plan, homes, false);
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

Index leading_of_copy(const PanelShape& shape) {
  const std::size_t element = bytes_of(shape.type);
  return Index(odd_lines(std::size_t(shape.m) * element) / element);
}

void add_to_key(const PanelPlan& plan, ScheduleCache::Key& key) {
  key.insert(key.end(), {plan.shape.m, plan.shape.n, plan.nb,
                         plan.redeployed              ? 1
                         : plan.transposes_in_place() ? 2
                                                      : 0});
  for (const PanelTask& task : plan.tasks) key.push_back(task.gang);
  key.insert(key.end(), plan.owner.begin(), plan.owner.end());
}

std::string explain_tasks(const FactorPlan& plan, const char* parts, const Machine& machine) {
  std::string text;
  for (const PanelTask& task : plan.tasks)
    text += fmt::format("  node {}: {} thread{}, {} {}, workspace {}\n", machine.os_index_of(task.node),
                        task.threads, task.threads == 1 ? "" : "s", task.blocks, parts,
                        readable_bytes(double(task.workspace_bytes)));
  return text;
}

std::string explain_panels(const PanelPlan& plan, const Machine& machine) {
  std::string text = fmt::format("  {} x {} in {} blocks of {} columns, {} panels, kernel {}\n", plan.shape.m,
                                 plan.shape.n, plan.blocks.size(), plan.nb, plan.panels, plan.kernel.name) +
                     explain_tasks(plan, "blocks", machine);
  if (plan.shape.by_rows)
    text += plan.redeployed ? "  rows become columns in the copies of blocks\n"
                            : "  rows become columns in place first, and rows again last, by all threads\n";
  return text;
}

std::string explain_reasons(const FactorPlan& plan) {
  std::string text;
  for (const std::string& reason : plan.reasons) text += "  " + reason + "\n";
  return text;
}

}  // namespace numapack
