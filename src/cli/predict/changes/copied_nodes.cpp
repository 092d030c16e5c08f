// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/changes/copied_nodes.hpp"

#include <algorithm>

#include "base/statistics.hpp"

namespace numapack {

namespace {

/// What a core of the new machine was copied from.
struct CopiedCore {
  int like = 0;     ///< index into Machine::cores
  int copy = 0;     ///< of the machine
  int of_node = 0;  ///< 0: the node's own core; 1 and more: another one
};

class Copying {
 public:
  Copying(const Machine& machine, const std::vector<CopiedNode>& nodes, const std::vector<int>& cores)
      : before_(machine), nodes_(nodes), cores_(cores), made_(machine) {
    for (const Core& core : machine.cores)
      for (const int pu : core.pus) next_pu_ = std::max(next_pu_, pu + 1);
    for (const Node& node : machine.nodes) next_node_ = std::max(next_node_, node.os_index + 1);
  }

  Machine machine() {
    made_.is_this_machine = false;
    made_.allowance.quota_cpus.reset();
    made_.nodes.clear(), made_.cores.clear(), made_.caches.clear();
    int copies = 1;
    for (const CopiedNode& node : nodes_) {
      add_node(node);
      copies = std::max(copies, node.copy + 1);
    }
    made_.dies = before_.dies * copies;
    for (int copy = 1; copy < copies; ++copy)
      made_.packages.insert(made_.packages.end(), before_.packages.begin(), before_.packages.end());
    for (const Cache& cache : before_.caches) add_caches(cache, copies);
    set_distances();
    return made_;
  }

 private:
  int package_of(int own, int copy) const {
    return own < 0 ? own : own + copy * static_cast<int>(before_.packages.size());
  }
  int die_of(int own, int copy) const { return own < 0 ? own : own + copy * before_.dies; }

  void add_node(const CopiedNode& copied) {
    const auto like = static_cast<std::size_t>(copied.like);
    Node node = before_.nodes[like];
    node.package = package_of(node.package, copied.copy), node.die = die_of(node.die, copied.copy);
    if (copied.copy > 0) node.os_index = next_node_++;
    node.cores.clear();
    const std::vector<int> own = before_.usable_cores(copied.like);
    for (int i = 0; i < cores_[like]; ++i) {
      const auto count = static_cast<int>(own.size());
      const CopiedCore from{own[static_cast<std::size_t>(i % count)], copied.copy, i / count};
      node.cores.push_back(static_cast<int>(made_.cores.size()));
      add_core(from, static_cast<int>(made_.nodes.size()));
    }
    made_.nodes.push_back(node);
  }

  void add_core(const CopiedCore& from, int node) {
    Core core = before_.cores[static_cast<std::size_t>(from.like)];
    core.package = package_of(core.package, from.copy), core.die = die_of(core.die, from.copy);
    core.node = node;
    if (from.copy > 0 || from.of_node > 0) {
      for (int& pu : core.pus) pu = next_pu_++;
      core.usable_pus = core.pus;
    }
    made_.cores.push_back(core);
    from_.push_back(from);
  }

  /// Whether it serves all usable cores of the node of its first core.
  bool is_of_node(const Cache& cache) const {
    if (cache.cores.empty()) return false;
    const int node = before_.cores[static_cast<std::size_t>(cache.cores.front())].node;
    if (node < 0) return false;
    const std::vector<int> own = before_.usable_cores(node);
    if (own.size() < 2 && cache.level < 3) return false;
    return std::ranges::all_of(
        own, [&](int core) { return std::ranges::find(cache.cores, core) != cache.cores.end(); });
  }

  void add_caches(const Cache& cache, int copies) {
    int most = 0;
    for (const CopiedCore& from : from_) most = std::max(most, from.of_node);
    const bool is_shared = is_of_node(cache);
    for (int copy = 0; copy < copies; ++copy)
      for (int of_node = 0; of_node <= (is_shared ? 0 : most); ++of_node) {
        Cache made = cache;
        made.cores.clear();
        for (std::size_t i = 0; i < from_.size(); ++i)
          if (from_[i].copy == copy && (is_shared || from_[i].of_node == of_node) &&
              std::ranges::find(cache.cores, from_[i].like) != cache.cores.end())
            made.cores.push_back(static_cast<int>(i));
        if (!made.cores.empty()) made_.caches.push_back(made);
      }
  }

  void set_distances() {
    const std::size_t count = before_.nodes.size();
    std::vector<double> between;
    double most = 20;  // of firmware that says nothing, between packages
    for (std::size_t from = 0; from < count; ++from)
      for (std::size_t home = 0; home < count; ++home) {
        if (from == home) continue;
        most = std::max(most, before_.distances[from][home]);
        if (before_.reach(int(from), int(home)) == Reach::cross_chip)
          between.push_back(before_.distances[from][home]);
      }
    const double apart = between.empty() ? most : mean(between);
    made_.distances.assign(nodes_.size(), std::vector<double>(nodes_.size(), apart));
    for (std::size_t from = 0; from < nodes_.size(); ++from)
      for (std::size_t home = 0; home < nodes_.size(); ++home)
        if (nodes_[from].copy == nodes_[home].copy)
          made_.distances[from][home] = before_.distances[static_cast<std::size_t>(nodes_[from].like)]
                                                         [static_cast<std::size_t>(nodes_[home].like)];
  }

  const Machine& before_;
  const std::vector<CopiedNode>& nodes_;
  const std::vector<int>& cores_;
  Machine made_;
  std::vector<CopiedCore> from_;  ///< of each core
  int next_pu_ = 0, next_node_ = 0;
};

}  // namespace

std::vector<CopiedNode> copied_nodes(const Machine& machine, int nodes) {
  const std::vector<int> with_cores = machine.compute_nodes();
  std::vector<CopiedNode> all;
  int taken = 0;
  for (int node = 0; node < static_cast<int>(machine.nodes.size()); ++node) {
    const bool has_cores = std::ranges::find(with_cores, node) != with_cores.end();
    if (!has_cores || taken++ < nodes) all.push_back({node, 0});
  }
  const auto count = static_cast<int>(with_cores.size());
  for (int i = count; i < nodes; ++i)
    all.push_back({with_cores[static_cast<std::size_t>(i % count)], i / count});
  return all;
}

Machine machine_of(const Machine& machine, const std::vector<CopiedNode>& nodes,
                   const std::vector<int>& cores) {
  return Copying(machine, nodes, cores).machine();
}

}  // namespace numapack
