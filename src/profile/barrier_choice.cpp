// SPDX-License-Identifier: BSD-3-Clause
#include "profile/barrier_choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/statistics.hpp"
#include "profile/barrier_models.hpp"

namespace numapack {

namespace {

/// us of each algorithm.
struct Costs {
  std::optional<double> central, dissemination;
};

/// The node of each thread of a barrier, by the kernel's numbers.
using WhoMeets = std::function<bool(const std::vector<int>& nodes)>;

bool all_of_one_node(const std::vector<int>& nodes) {
  return nodes.size() > 1 && nodes.front() >= 0 && std::set<int>(nodes.begin(), nodes.end()).size() == 1;
}

bool one_of_each_node(const std::vector<int>& nodes) {
  const std::set<int> different(nodes.begin(), nodes.end());
  return nodes.size() > 1 && !different.contains(-1) && different.size() == nodes.size();
}

std::optional<double> measured_us(const BarrierResult& result) {
  return result.time_us.valid() ? std::optional(result.time_us.value()) : std::nullopt;
}

std::optional<double> predicted_us(const BarrierResult& result) { return result.predicted_us; }

/// Of the largest barriers of this kind; of several as large the slowest, because the others wait for it.
Costs costs(const MeasuredProfile& measured, const WhoMeets& who,
            std::optional<double> (*cost)(const BarrierResult&)) {
  Costs found;
  std::size_t most = 0;
  for (const BarrierResult& result : measured.barriers) {
    const bool central = result.algorithm == name(BarrierAlgorithm::central);
    if (!central && result.algorithm != name(BarrierAlgorithm::dissemination)) continue;
    const std::optional<double> us = cost(result);
    std::vector<int> nodes;
    for (const int pu : result.pus) nodes.push_back(measured.machine.node_of_pu(pu));
    if (!us || !who(nodes) || result.pus.size() < most) continue;
    if (result.pus.size() > most) found = {};
    most = result.pus.size();
    std::optional<double>& slowest = central ? found.central : found.dissemination;
    slowest = std::max(slowest.value_or(0), *us);
  }
  return found;
}

/// Between these cores, from lines that the other core has written; pairs that were not measured take the
/// opposite direction, else the median of the pairs as far apart. Empty where a distance has no figure.
Latencies between(const std::vector<int>& cores, const MeasuredProfile& measured, const Machine& machine) {
  const auto node = [&](int core) { return machine.cores[std::size_t(core)].node; };
  struct Nearest {
    int level = 0;  // of the owner's cache
    double ns = 0;
  };
  std::map<std::pair<int, int>, Nearest> pairs;
  for (const CoreToCore& row : measured.core_to_core) {
    const int owner = machine.core_of_pu(row.owner), reader = machine.core_of_pu(row.reader);
    if (row.state != LineState::modified || row.level < 1 || !row.latency_ns.valid()) continue;
    if (owner < 0 || reader < 0 || owner == reader) continue;
    Nearest& known = pairs[{owner, reader}];
    if (known.level == 0 || row.level < known.level) known = {row.level, row.latency_ns.value()};
  }
  std::map<Reach, std::vector<double>> alike;
  for (const auto& [pair, nearest] : pairs) {
    alike[machine.reach(node(pair.first), node(pair.second))].push_back(nearest.ns);
  }
  Latencies latencies(cores.size(), std::vector<double>(cores.size(), 0));
  for (std::size_t from = 0; from < cores.size(); ++from) {
    for (std::size_t to = 0; to < cores.size(); ++to) {
      if (from == to) continue;
      const auto there = pairs.find({cores[from], cores[to]}), back = pairs.find({cores[to], cores[from]});
      const auto others = alike.find(machine.reach(node(cores[from]), node(cores[to])));
      if (others == alike.end()) return {};
      latencies[from][to] = there != pairs.end()  ? there->second.ns
                            : back != pairs.end() ? back->second.ns
                                                  : median(others->second);
    }
  }
  return latencies;
}

Costs from_latencies(const std::vector<std::vector<int>>& crews, const MeasuredProfile& measured,
                     const Machine& machine) {
  Costs found;
  for (const std::vector<int>& cores : crews) {
    if (cores.size() < 2) continue;
    const Latencies latencies = between(cores, measured, machine);
    if (latencies.empty()) continue;
    const auto slowest = [](std::optional<double>& known, double ns) {
      known = std::max(known.value_or(0), ns * 1e-3);
    };
    slowest(found.central, predict_central({}, latencies));
    slowest(found.dissemination, predict_dissemination({}, latencies));
  }
  return found;
}

ChosenBarrier choose(const MeasuredProfile& measured, const Machine& machine, const WhoMeets& who,
                     const std::vector<std::vector<int>>& crews) {
  struct Basis {
    const char* name;
    Costs costs;
  };
  for (const Basis& basis :
       {Basis{"measured", costs(measured, who, measured_us)},
        Basis{"predicted", costs(measured, who, predicted_us)},
        Basis{"predicted from core-to-core latencies", from_latencies(crews, measured, machine)}}) {
    if (!basis.costs.central || !basis.costs.dissemination) continue;
    ChosenBarrier chosen{BarrierAlgorithm::central, *basis.costs.central, *basis.costs.dissemination,
                         basis.name};
    if (1.05 * chosen.dissemination_us < chosen.central_us)
      chosen.algorithm = BarrierAlgorithm::dissemination;
    return chosen;
  }
  return {};
}

}  // namespace

ChosenBarrier choose_team_barrier(const MeasuredProfile& measured, const Machine& machine) {
  std::vector<std::vector<int>> crews;
  for (const int node : machine.compute_nodes()) crews.push_back(machine.usable_cores(node));
  return choose(measured, machine, all_of_one_node, crews);
}

ChosenBarrier choose_node_barrier(const MeasuredProfile& measured, const Machine& machine) {
  std::vector<int> firsts;
  for (const int node : machine.compute_nodes()) firsts.push_back(machine.usable_cores(node).front());
  return choose(measured, machine, one_of_each_node, {firsts});
}

std::optional<double> team_barrier_us(const MeasuredProfile& measured, const Machine& machine) {
  const Costs found = costs(measured, all_of_one_node, measured_us);
  return choose_team_barrier(measured, machine).algorithm == BarrierAlgorithm::central ? found.central
                                                                                       : found.dissemination;
}

std::vector<std::string> barrier_sentences(const Profile& profile) {
  std::vector<std::string> sentences;
  const auto say = [&](const char* who, const ChosenBarrier& chosen) {
    if (chosen.basis.empty()) return;
    const bool central = chosen.algorithm == BarrierAlgorithm::central;
    const auto other = central ? BarrierAlgorithm::dissemination : BarrierAlgorithm::central;
    sentences.push_back(fmt::format("{}: {}, {:.3g} us {}; {} {:.3g}", who, name(chosen.algorithm),
                                    central ? chosen.central_us : chosen.dissemination_us, chosen.basis,
                                    name(other), central ? chosen.dissemination_us : chosen.central_us));
  };
  say("of the threads of a node", profile.team_barrier);
  say("of one thread of each node", profile.node_barrier);
  return sentences;
}

}  // namespace numapack
