// SPDX-License-Identifier: BSD-3-Clause
#include "level3/plan/allowed_workers.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"

namespace numapack {

namespace {

bool has_memory(const NodeTeam& worker) { return worker.memory_node == worker.node; }

std::vector<NodeTeam> workers_of(const Machine& machine, const std::vector<TeamLayout>& layout) {
  std::vector<NodeTeam> workers;
  workers.reserve(layout.size());
  for (std::size_t team = 0; team < layout.size(); ++team) {
    const int cores = int(layout[team].cores.size()), node = layout[team].node;
    if (node < 0 || node >= int(machine.nodes.size())) {
      invalid("layout", fmt::format("team {} is on node {}", team, node),
              fmt::format("the machine's nodes are 0 to {}", int(machine.nodes.size()) - 1));
    }
    const int home = machine.home_for(node);
    if (cores == 0) continue;
    workers.push_back({{int(team), node, home < 0 ? node : home, cores}, cores, layout[team].cores[0]});
  }
  return workers;
}

std::string usable_nodes(const std::vector<NodeTeam>& workers) {
  std::vector<int> nodes;
  for (const NodeTeam& worker : workers) nodes.push_back(worker.node);
  return fmt::format("use some of {}", fmt::join(nodes, ", "));
}

}  // namespace

std::vector<NodeTeam> allowed_workers(const Machine& machine, const std::vector<TeamLayout>& layout,
                                      const Options& options) {
  if (options.threads < 0) {
    invalid("threads", fmt::format("{} is negative", options.threads),
            "use 0 for all or a number of threads");
  }
  std::vector<NodeTeam> workers = workers_of(machine, layout);
  if (workers.empty()) invalid("layout", "there is no team with a thread", "lay out at least one thread");

  if (options.nodes.empty()) {
    const auto bare = [](const NodeTeam& worker) { return !has_memory(worker); };
    if (!std::all_of(workers.begin(), workers.end(), bare)) std::erase_if(workers, bare);
    return workers;
  }
  std::vector<NodeTeam> named;
  for (const int node : options.nodes) {
    if (node < 0 || node >= int(machine.nodes.size())) {
      invalid("nodes", fmt::format("there is no node {}", node), usable_nodes(workers));
    }
    const auto on_node = [&](const NodeTeam& worker) { return worker.node == node; };
    if (std::any_of(named.begin(), named.end(), on_node)) {
      invalid("nodes", fmt::format("node {} is named twice", node), "name each node once");
    }
    const auto found = std::find_if(workers.begin(), workers.end(), on_node);
    if (found == workers.end()) {
      invalid("nodes", fmt::format("node {} has no core that this process may use", node),
              usable_nodes(workers));
    }
    named.push_back(*found);
  }
  return named;
}

std::vector<NodeTeam> with_threads(std::vector<NodeTeam> workers, int threads) {
  const std::vector<double> alike(workers.size(), 1);
  return with_threads_by_work(std::move(workers), alike, threads);
}

std::vector<NodeTeam> with_threads_by_work(std::vector<NodeTeam> workers, const std::vector<double>& work,
                                           int threads) {
  int all = 0;
  for (const NodeTeam& worker : workers) all += worker.threads;
  if (threads <= 0 || threads >= all) return workers;
  if (std::ranges::all_of(work, [](double each) { return each == 0; }))
    return with_threads(std::move(workers), threads);
  std::vector<int> given(workers.size(), 0);
  const auto claim = [&](std::size_t i) {
    return given[i] == workers[i].threads ? -1 : work[i] / (given[i] + 1);
  };
  for (; threads > 0; --threads) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < workers.size(); ++i)
      if (claim(i) > claim(most)) most = i;
    ++given[most];
  }
  for (std::size_t i = 0; i < workers.size(); ++i) workers[i].threads = given[i];
  std::erase_if(workers, [](const NodeTeam& worker) { return worker.threads == 0; });
  return workers;
}

void check_grid(const Options& options, int nodes) {
  if (!options.grid) return;
  const Grid grid = *options.grid;
  if (grid.rows > 0 && grid.columns > 0 && std::int64_t{grid.rows} * grid.columns == nodes) return;
  std::vector<std::string> possible;
  for (int rows = 1; rows <= nodes; ++rows) {
    if (nodes % rows == 0) possible.push_back(fmt::format("{}x{}", rows, nodes / rows));
  }
  invalid("grid",
          fmt::format("{}x{} does not fit the {} node{} used", grid.rows, grid.columns, nodes,
                      nodes == 1 ? "" : "s"),
          fmt::format("use {}, or name other nodes", fmt::join(possible, ", ")));
}

void check_inputs(const Call& call, const Homes& homes, const Machine& machine, const Profile& profile) {
  if (call.m < 0 || call.n < 0 || call.k < 0) {
    invalid("shape", fmt::format("m = {}, n = {}, k = {}", call.m, call.n, call.k), "sizes are 0 or more");
  }
  const std::size_t nodes = machine.nodes.size();
  const HomeMap* const maps[] = {&homes.a, &homes.b, &homes.c};
  for (int operand = 0; operand < 3; ++operand) {
    const HomeMap& map = *maps[operand];
    if (map.share.empty()) continue;
    const bool tiles = map.row_tiles > 0 && map.column_tiles > 0 &&
                       map.share.size() == std::size_t(map.row_tiles) * std::size_t(map.column_tiles);
    const auto fits = [&](const std::vector<double>& share) { return share.size() == nodes; };
    if (!tiles || !std::all_of(map.share.begin(), map.share.end(), fits)) {
      invalid("homes", fmt::format("the homes of {} are not one share a tile and node", "ABC"[operand]),
              fmt::format("give row_tiles x column_tiles shares for {} nodes each", nodes));
    }
  }
  const auto row_fits = [&](const std::vector<double>& row) { return row.size() == nodes; };
  for (const auto* matrix : {&profile.latency_ns, &profile.bandwidth_gb_per_s}) {
    if (matrix->size() != nodes || !std::all_of(matrix->begin(), matrix->end(), row_fits)) {
      invalid("profile", fmt::format("it is not of a machine with {} nodes", nodes),
              "measure or estimate a profile of this machine");
    }
  }
}

}  // namespace numapack
