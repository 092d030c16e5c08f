// SPDX-License-Identifier: BSD-3-Clause
// What deciding costs: make_plan() for machines of any number of nodes, by sizes and homes.
//
// usage: bench_planning [machine.xml…]      default: those of tests/machines, from the tree's root
#include <cstdio>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "level3/plan/plan.hpp"
#include "machine/cpu_of.hpp"
#include "profile/planning.hpp"

namespace {

using namespace numapack;

struct Placed {
  const char* name;
  Homes homes;
};

std::vector<Placed> placements(Index n, int nodes) {
  std::vector<int> all(static_cast<std::size_t>(nodes));
  std::iota(all.begin(), all.end(), 0);
  const HomeMap first = HomeMap::on_node(n, n, 0, nodes), last = HomeMap::on_node(n, n, nodes - 1, nodes),
                spread_out = HomeMap::interleaved(n, n, all, nodes),
                cyclic = HomeMap::cyclic_columns(n, n, 64, all, nodes);
  return {{"one node", {first, first, first}},
          {"two nodes", {first, last, first}},
          {"interleaved", {spread_out, spread_out, spread_out}},
          {"cyclic", {cyclic, cyclic, cyclic}}};
}

void measure(const std::string& file) {
  constexpr int plans = 200;
  const Machine machine = load_machine(file);
  const Profile profile = estimate_profile(machine);
  const auto layout = lay_out_teams(machine);
  const int nodes = static_cast<int>(machine.nodes.size());
  const KernelShape kernel = choose_shape(*microarch_of(machine, "").microarch, false, Type::d, "");
  for (const Index n : {256, 2048, 16384}) {
    for (const Placed& placed : placements(n, nodes)) {
      Call call;
      call.m = call.n = call.k = n;
      std::vector<double> microseconds;
      for (int i = 0; i < plans; ++i) {
        const double start = seconds_now();
        const Plan plan = make_plan(call, kernel, placed.homes, machine, profile, layout);
        microseconds.push_back((seconds_now() - start) * 1e6);
      }
      const Spread figures = spread(microseconds);
      std::printf("%-38s %2d nodes  n = %-6lld %-12s %7.1f us median %7.1f min\n", file.c_str(), nodes,
                  static_cast<long long>(n), placed.name, figures.median, figures.min);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  try {
    std::vector<std::string> files(arguments + 1, arguments + count);
    if (files.empty())
      for (const char* name : {"desktop", "xeon-2s", "epyc-nps4", "kunpeng920"})
        files.push_back(std::string("tests/machines/") + name + ".xml");
    for (const std::string& file : files) measure(file);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_planning: %s\n", error.what());
    return 1;
  }
}
