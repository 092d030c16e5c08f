// SPDX-License-Identifier: BSD-3-Clause
#include "batch/run_batch.hpp"

#include <new>
#include <optional>
#include <vector>

#include "level3/plan/planner.hpp"
#include "machine/here.hpp"
#include "memory/pages/census.hpp"
#include "runtime/concurrent_calls.hpp"
#include "runtime/require_settings.hpp"
#include "runtime/thread_limit.hpp"
#include "runtime/watch.hpp"
#include "schedule/run_plan.hpp"

namespace numapack {

namespace {

BatchHomes homes_here(const BatchShape& shape, const BatchPlaces& places, const BatchSample& what,
                      const Machine& machine) {
  return sample_batch_homes(shape, places, what, machine, memory_here(machine),
                            [&](const std::vector<const void*>& asked) { return homes_of(asked, machine); });
}

/// What a watched call hears of the plan that was obeyed.
void note(const BatchPlan& plan, const BatchShape& shape, const BatchCalls& calls, const Runtime& runtime,
          double least_cost, const std::vector<TeamLayout>& layout, const Options& options) {
  WatchedCall* const watched = watched_call();
  if (watched == nullptr) return;
  watched->add_team(plan.tasks, "batch");
  const Machine& machine = runtime.machine();
  if (machine.nodes.size() < 2) return;
  // Homes of operands that are only read are looked up for the watch only.
  const BatchHomes homes = homes_here(shape, calls.places, {calls.operands, true}, machine);
  const BatchTraffic traffic =
      traffic_of(make_batch_plan(shape, homes, machine, layout, least_cost, options), shape.element_bytes);
  watched->crossing_bytes += traffic.moved.crossing();
  watched->oblivious_bytes += traffic.oblivious_bytes;
}

/// What the first problems of some groups write, which tells other calls' weights enough.
std::vector<MatrixAt> first_of_groups(const BatchShape& shape, const BatchPlaces& places) {
  constexpr std::size_t most = 16;
  std::vector<MatrixAt> found;
  for (std::size_t group = 0; group < shape.groups.size() && found.size() < most; ++group) {
    if (shape.groups[group].problems == 0) continue;
    const Index elements = shape.groups[group].elements[0];
    found.push_back({places(static_cast<Index>(group), 0, 0).data, elements, 1, elements});
  }
  return found;
}

/// By teams, except for the plan's shared problems, which are left to the caller; nothing where the batch is
/// for its caller's thread, and nothing is done. `begun`: whether something may have been written.
std::optional<std::vector<BatchPart>> run_on_teams(const BatchShape& shape, const BatchCalls& calls,
                                                   bool& begun) {
  Runtime& runtime = Runtime::get();
  const double cost = shape.cost(), least_cost = Planner::get(runtime).least_parallel_flops();
  if (cost < least_cost || one_thread_set() || threads_here(runtime) < 2) return std::nullopt;
  const Runtime::CallScope scope(runtime);
  const Machine& machine = runtime.machine();
  const auto shared = [&] {
    return CallDemand{cost, shape.element_bytes, first_of_groups(shape, calls.places)};
  };
  std::optional<std::vector<BatchPart>> left;
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    const BatchHomes homes = homes_here(shape, calls.places, {}, machine);
    Options options;
    options.threads = within_thread_limit(0);
    const BatchPlan plan = make_batch_plan(shape, homes, machine, layout, least_cost, options);
    if (plan.caller_only) return true;
    if (!plan.steps.empty()) {
      begun = true;
      begun = execute(plan, runtime.teams(), calls.work);
      if (!begun) return false;
      // Nothing may fail now that all is written.
      unless_denied([&] { note(plan, shape, calls, runtime, least_cost, layout, options); });
    }
    left = plan.shared;
    return true;
  };
  with_teams(runtime, scope, shared, on_teams);
  return left;
}

}  // namespace

bool execute(const BatchPlan& plan, Teams& teams, const BatchWork& work) {
  const auto make = [&](std::size_t count) { return make_batch_schedule(plan, count); };
  const auto step = [&](const Step& made, std::span<const Region>, int, const StepPart&) {
    const Range parts = plan.steps[static_cast<std::size_t>(made.detail[0])].parts;
    for (Index i = parts.begin; i < parts.end; ++i) {
      const BatchPart& part = plan.parts[static_cast<std::size_t>(i)];
      work(part.group, part.problems);
    }
  };
  return run_plan(plan.tasks, teams, nullptr, {}, make, step);
}

void run_batch(const BatchShape& shape, const BatchCalls& calls) {
  require_settings();
  if (shape.groups.size() == 1 && shape.groups.front().problems == 1) return calls.single(0, 0);
  const BatchScope scope;
  bool begun = false;
  if (!is_batch_for_caller(shape.cost())) {
    std::optional<std::vector<BatchPart>> shared;
    try {
      shared = run_on_teams(shape, calls, begun);
    } catch (const Error& error) {
      if (begun || error.code() != ErrorCode::out_of_memory) throw;
    } catch (const std::bad_alloc&) {
      if (begun) throw;
    }
    if (shared) {
      for (const BatchPart& part : *shared)
        for (Index i = part.problems.begin; i < part.problems.end; ++i) calls.single(part.group, i);
      return;
    }
  }
  for (std::size_t group = 0; group < shape.groups.size(); ++group)
    calls.work(static_cast<Index>(group), {0, shape.groups[group].problems});
}

}  // namespace numapack
