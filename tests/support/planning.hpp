// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "level3/plan/plan.hpp"
#include "machine/cpu_of.hpp"
#include "panels/calls_plan.hpp"
#include "schedule/step_trace.hpp"
#include "support/random.hpp"

namespace numapack::testing {

/// The kernel that plans on a machine have, or the one with this name.
inline KernelShape kernel_on(const Machine& machine, Type type, const std::string& name = "") {
  return choose_shape(*microarch_of(machine).microarch, machine.runs_here, type, name);
}

/// A machine with the other inputs of a plan.
struct Site {
  Machine machine;
  Profile profile;
  std::vector<TeamLayout> layout;

  explicit Site(const std::string& description)
      : machine(load_machine(description)),
        profile(estimate_profile(machine)),
        layout(lay_out_teams(machine)) {}

  int nodes() const { return int(machine.nodes.size()); }
  std::vector<int> with_memory() const {
    std::vector<int> list;
    for (int node = 0; node < nodes(); ++node) {
      if (machine.nodes[std::size_t(node)].usable_memory) list.push_back(node);
    }
    return list;
  }
  Plan plan(const Call& call, const Homes& homes, const Options& options = {}) const {
    return make_plan(call,
                     choose_shape(*microarch_of(machine, options.cpu).microarch, machine.runs_here, call.type,
                                  options.kernel),
                     homes, machine, profile, layout, options);
  }
};

inline std::string captured(const std::string& name) {
  return std::string(NUMAPACK_MACHINES) + "/" + name + ".xml";
}

inline std::vector<std::string> captured_machines() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(NUMAPACK_MACHINES)) {
    if (entry.path().extension() == ".xml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The kinds of calls of a plan by their names.
inline std::map<std::string, PlannedCalls> by_name(const CallsPlan& plan) {
  std::map<std::string, PlannedCalls> kinds;
  for (const PlannedCalls& kind : plan.kinds) kinds.emplace(std::string(kind.routine), kind);
  return kinds;
}

/// Calls here: as many of them on several threads as the plan says, with as many threads.
inline void expect_as_planned(const CallsPlan& plan, const std::vector<StepTrace::Run>& runs,
                              const std::string& what) {
  std::size_t shared = 0;
  int most = 1, planned = 1;
  for (const PlannedCalls& kind : plan.kinds)
    shared += static_cast<std::size_t>(kind.shared), planned = std::max(planned, kind.threads);
  for (const StepTrace::Run& run : runs)
    for (const int threads : run.schedule.threads) most = std::max(most, threads);
  EXPECT_EQ(runs.size(), shared) << what;
  EXPECT_EQ(most, planned) << what;
}

/// Of all calls.
inline double flops(const CallsPlan& plan) {
  double sum = 0;
  for (const PlannedCalls& kind : plan.kinds) sum += kind.flops;
  return sum;
}

/// No cap on workspaces, for tests of what localisation alone does.
inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max() / 4;

/// How a task packs.
inline const Panels& panels_of(const NodeTask& task) { return std::get<Panels>(task.algorithm); }
inline Panels& panels_of(NodeTask& task) { return std::get<Panels>(task.algorithm); }

inline Call square(Index n, Type type = Type::d) { return {type, n, n, n}; }

template <class Map>
Homes homes_for(const Call& call, Map map) {
  const bool a = transposes(call.a.op), b = transposes(call.b.op);
  return {a ? map(call.k, call.m) : map(call.m, call.k), b ? map(call.n, call.k) : map(call.k, call.n),
          map(call.m, call.n)};
}

inline Homes homes_on(const Call& call, int node, int nodes) {
  return homes_for(call,
                   [&](Index rows, Index columns) { return HomeMap::on_node(rows, columns, node, nodes); });
}

inline Index pick(Generator& generator, Index least, Index most) {
  return std::uniform_int_distribution<Index>(least, most)(generator);
}

/// Sizes of all magnitudes from 1 to `most`.
inline Index pick_size(Generator& generator, Index most) {
  return Index(std::exp(std::uniform_real_distribution<double>(0, std::log(double(most)))(generator)));
}

inline HomeMap pick_homes(Generator& generator, const Site& site, Index rows, Index columns) {
  const std::vector<int> all = site.with_memory();
  const int nodes = site.nodes();
  const int one = all[std::size_t(pick(generator, 0, Index(all.size()) - 1))];
  switch (pick(generator, 0, 3)) {
    case 0:
      return HomeMap::on_node(rows, columns, one, nodes);
    case 1:
      return HomeMap::interleaved(rows, columns, all, nodes);
    case 2:
      return HomeMap::cyclic_columns(rows, columns, pick_size(generator, 512), all, nodes);
    default: {
      HomeMap map{rows, columns, int(pick(generator, 1, 4)), int(pick(generator, 1, 5)), {}};
      for (int tile = 0; tile < map.row_tiles * map.column_tiles; ++tile) {
        std::vector<double> share(std::size_t(nodes), 0.0);
        const double part = double(pick(generator, 0, 4)) / 4;
        share[std::size_t(one)] += part;
        share[std::size_t(all[std::size_t(pick(generator, 0, Index(all.size()) - 1))])] += 1 - part;
        map.share.push_back(share);
      }
      return map;
    }
  }
}

struct PlanCase {
  Call call;
  Homes homes;
  Options options;
};

inline PlanCase pick_case(Generator& generator, const Site& site, Index most = 20000) {
  PlanCase chosen;
  chosen.call = {Type(pick(generator, 0, 3)),        pick_size(generator, most),
                 pick_size(generator, most),         pick_size(generator, most),
                 {Transpose(pick(generator, 0, 3))}, {Transpose(pick(generator, 0, 3))},
                 pick(generator, 0, 1) == 1,         {}};
  chosen.homes = homes_for(
      chosen.call, [&](Index rows, Index columns) { return pick_homes(generator, site, rows, columns); });
  Options& options = chosen.options;
  options.localise = pick(generator, 0, 3) > 0;
  options.collapse = pick(generator, 0, 1) == 1;
  if (pick(generator, 0, 3) == 0) options.threads = int(pick(generator, 1, 64));
  if (pick(generator, 0, 2) == 0) {
    for (const TeamLayout& team : site.layout) {
      if (pick(generator, 0, 1) == 1) options.nodes.push_back(team.node);
    }
    std::shuffle(options.nodes.begin(), options.nodes.end(), generator);
  }
  if (pick(generator, 0, 3) == 0) options.workspace_limit = std::size_t(pick_size(generator, Index{1} << 32));
  return chosen;
}

inline std::string told(const std::string& machine, const PlanCase& chosen) {
  return machine + " m " + std::to_string(chosen.call.m) + " n " + std::to_string(chosen.call.n) + " k " +
         std::to_string(chosen.call.k) + " seed " + std::to_string(test_seed());
}

}  // namespace numapack::testing
