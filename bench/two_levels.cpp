// SPDX-License-Identifier: BSD-3-Clause
// What two levels of parallelism cost where there is nothing to gain: the same product, in turn,
//  - by one team a thread, as if each were a node of its own: two levels;
//  - by one team, each thread of which does what one of those teams does: the same work, one level;
//  - by one team that shares panels and blocks, as numapack does it on a node.
// The first over the second is what waking, leaving and meeting on two levels cost. The second over the third
// is what it costs that nothing is shared: one operand is packed by all, and fixed halves wait for the slower
// core.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <vector>

#include "base/clock.hpp"
#include "base/statistics.hpp"
#include "level3/plan/plan.hpp"
#include "level3/run/execute.hpp"
#include "level3/run/node_run.hpp"
#include "memory/buffer.hpp"
#include "profile/profile.hpp"
#include "runtime/workspace.hpp"
#include "team/teams.hpp"

namespace {

using namespace numapack;

/// Teams of one kind, and the plan that makes all of them work.
struct Contestant {
  Contestant(const Machine& machine, const std::vector<TeamLayout>& layout, const Problem<double>& problem)
      : teams(machine, layout, Binding::cores) {
    const auto home = [&](Index rows, Index columns) {
      return HomeMap::on_node(rows, columns, layout.front().node, static_cast<int>(machine.nodes.size()));
    };
    Options everyone;
    everyone.collapse = false;
    plan = make_plan(problem.call(), choose_shape("", true, Type::d),
                     {home(problem.m, problem.k), home(problem.k, problem.n), home(problem.m, problem.n)},
                     machine, estimate_profile(machine), layout, everyone);
  }

  double seconds(const Problem<double>& problem, WorkspacePool& workspaces) {
    const double start = seconds_now();
    execute(plan, problem, &teams, workspaces);
    return seconds_now() - start;
  }

  Teams teams;
  Plan plan;
};

/// The tasks of a plan for several teams, one by each thread of a single team.
double seconds_on_one_level(const Plan& plan, Teams& team, const Problem<double>& problem,
                            WorkspacePool& workspaces) {
  const double start = seconds_now();
  const Kernel<double> kernel = *kernel_of<double>(plan.kernel);
  std::deque<NodeRun<double>> runs;
  for (const NodeTask& task : plan.tasks) runs.emplace_back(task, problem, kernel, workspaces, Tracer{});
  team.try_run(TeamThreads{{static_cast<int>(runs.size())}},
               [&](const ThreadSlot& slot) { runs[static_cast<std::size_t>(slot.thread)].work(0); });
  return seconds_now() - start;
}

void print(Index n, const char* what, std::vector<double> ratios) {
  std::sort(ratios.begin(), ratios.end());
  std::printf("n = %5lld: %-34s %.3f (quartiles %.3f to %.3f, %zu rounds)\n", static_cast<long long>(n), what,
              spread(ratios).median, ratios[ratios.size() / 4], ratios[3 * ratios.size() / 4], ratios.size());
}

void measure(const Machine& machine, Index n, double for_seconds) {
  const auto bytes = static_cast<std::size_t>(n * n) * sizeof(double);
  Buffer a(bytes, machine, {}), b(bytes, machine, {}), c(bytes, machine, {});
  for (Index i = 0; i < n * n; ++i) {
    a.as<double>()[i] = static_cast<double>(i % 31) - 15;
    b.as<double>()[i] = static_cast<double>(i % 29) - 14;
  }
  const Problem<double> problem{Transpose::none,
                                Transpose::none,
                                n,
                                n,
                                n,
                                1.0,
                                a.as<double>(),
                                n,
                                b.as<double>(),
                                n,
                                0.0,
                                c.as<double>(),
                                n};
  const TeamLayout node = lay_out_teams(machine).front();
  std::vector<TeamLayout> apart;
  for (const int core : node.cores) apart.push_back({node.node, {core}});
  Contestant together(machine, {node}, problem), separate(machine, apart, problem);
  WorkspacePool workspaces(machine);

  std::vector<double> levels, sharing;
  const double end = seconds_now() + for_seconds;
  for (int round = 0; round < 7 || seconds_now() < end; ++round) {
    // The first call of a pair finds the others' threads spinning and its operands in the caches.
    together.seconds(problem, workspaces);
    const double shared = together.seconds(problem, workspaces);
    separate.seconds(problem, workspaces);
    const double two = separate.seconds(problem, workspaces);
    seconds_on_one_level(separate.plan, together.teams, problem, workspaces);
    const double one = seconds_on_one_level(separate.plan, together.teams, problem, workspaces);
    levels.push_back(two / one);
    sharing.push_back(one / shared);
  }
  print(n, "two levels / one, same work", levels);
  print(n, "nothing shared / shared, one level", sharing);
}

}  // namespace

int main() {
  try {
    const Machine machine = detect_machine();
    if (lay_out_teams(machine).front().cores.size() < 2) {
      std::fprintf(stderr, "the first node has one usable core: nothing to compare\n");
      return 1;
    }
    for (const Index n : {512, 1024, 2048, 4096}) measure(machine, n, 20);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
