// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/chosen_teams.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "machine/text.hpp"

namespace numapack {

namespace {

bool is_among(int node, const std::vector<int>& nodes) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

std::vector<int> nodes_of(const std::vector<TeamLayout>& layout) {
  std::vector<int> nodes;
  for (const TeamLayout& team : layout)
    if (!team.cores.empty()) nodes.push_back(team.node);
  return nodes;
}

/// The node of that number, which has a team.
int node_with_team(int number, const std::vector<TeamLayout>& all, const Machine& machine) {
  const std::vector<int> with_teams = nodes_of(all);
  const int node = machine.node_by_os_index(number);
  if (node >= 0 && is_among(node, with_teams)) return node;
  std::vector<int> numbers;
  for (const int other : with_teams) numbers.push_back(machine.os_index_of(other));
  const std::string wrong = node < 0 ? "there is no node " + std::to_string(number)
                            : machine.usable_cores(node).empty()
                                ? "node " + std::to_string(number) + " has no core that this process may use"
                                : "no thread is left for node " + std::to_string(number);
  invalid("set_nodes", wrong, "use some of " + list_text(numbers));
}

}  // namespace

ChosenTeams::ChosenTeams(std::vector<TeamLayout> all) : all_(std::move(all)), now_(&all_) {}

ChosenTeams::ChosenTeams(std::vector<TeamLayout> all, const Machine& machine, const ChosenTeams& parents,
                         const Machine& parents_machine)
    : ChosenTeams(std::move(all)) {
  if (&parents.now() == &parents.all()) return;
  std::vector<int> nodes;
  for (const int parents_node : parents.nodes()) {
    const int node = machine.node_by_os_index(parents_machine.os_index_of(parents_node));
    if (is_among(node, nodes_of(all_))) nodes.push_back(node);
  }
  if (!nodes.empty()) use(nodes);
}

std::vector<int> ChosenTeams::nodes() const { return nodes_of(now()); }

void ChosenTeams::choose(std::string_view list, const Machine& machine) {
  std::vector<int> nodes = nodes_of(all_);
  if (!list.empty()) {
    nodes.clear();
    for (const int number : parse_list(list, "set_nodes"))
      nodes.push_back(node_with_team(number, all_, machine));
  }
  use(nodes);
}

void ChosenTeams::use(const std::vector<int>& nodes) {
  std::vector<TeamLayout> some = all_;
  for (TeamLayout& team : some)
    if (!is_among(team.node, nodes)) team.cores.clear();
  const std::vector<int> used = nodes_of(some);
  const std::lock_guard lock(mutex_);
  const auto same = [&](const std::vector<TeamLayout>& layout) { return nodes_of(layout) == used; };
  if (same(all_)) return now_.store(&all_, std::memory_order_release);
  auto found = std::find_if(some_.begin(), some_.end(), same);
  if (found == some_.end()) {
    some_.push_front(std::move(some));
    found = some_.begin();
  }
  now_.store(&*found, std::memory_order_release);
}

}  // namespace numapack
