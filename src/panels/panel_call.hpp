// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "base/unless_denied.hpp"
#include "level3/plan/planner.hpp"
#include "machine/here.hpp"
#include "memory/homes/home_samples.hpp"
#include "panels/panel_plan.hpp"
#include "panels/panel_traffic.hpp"
#include "runtime/concurrent_calls.hpp"
#include "runtime/runtime.hpp"
#include "runtime/watch.hpp"

namespace numapack {

/// For one thread, with workspace on its node.
inline Options options_of_caller(Options options) {
  options.threads = 1;
  options.nodes.clear();
  return options;
}
template <class Plan>
Plan here(Plan plan, const Machine& machine) {
  for (PanelTask& task : plan.tasks) task.memory_node = memory_here(machine);
  return plan;
}

/// The homes of a stored matrix, by two samples per block.
inline HomeMap homes_of_blocks(const MatrixAt& matrix, std::size_t element_bytes, Index nb, bool by_rows,
                               const Machine& machine) {
  const HomeMap stored = sample_homes_of_columns(matrix, element_bytes, machine, memory_here(machine),
                                                 2 * divide_up(matrix.columns, nb));
  return by_rows ? stored.transposed() : stored;
}

/// Reports the executed plan to a watched call; its tasks have some `parts` of a matrix each.
template <class Plan>
void note_plan(const Plan& plan, const char* parts, Type type, const HomeMap& homes, const Runtime& runtime) {
  WatchedCall* const watched = watched_call();
  if (watched == nullptr) return;
  watched->add_team(plan.tasks, parts);
  if (runtime.machine().nodes.size() < 2) return;
  watched->add_home(operand_home(homes, double(bytes_of(type))));
  const auto bytes = traffic_of(plan, homes, static_cast<int>(runtime.layout().size()));
  watched->crossing_bytes += bytes.crossing_bytes;
  watched->oblivious_bytes += bytes.oblivious_bytes;
}

/// What a factorisation is of, for factor_on_teams().
struct FactorWork {
  double flops = 0;
  Type type = Type::d;
  MatrixAt matrix;
  const char* parts = "blocks";
};

/// Factors by the plan that make(options, layout, homes) returns, with the homes that it found, on the teams
/// that a call of this scope may use. execute(plan, teams, schedules) returns nothing, having done nothing,
/// if the teams are busy. Returns nothing, with nothing done, if the calling thread must run the call alone.
template <class Make, class Execute>
std::optional<Index> factor_on_teams(Runtime& runtime, const Runtime::CallScope& scope,
                                     const Options& options, const FactorWork& factored, const Make& make,
                                     const Execute& execute) {
  std::optional<Index> done;
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    // Whoever names nodes means all of them.
    if (&layout != &scope.layout() && !options.nodes.empty()) return true;
    // Without room for copies in place, without room for teams alone: one thread needs the least.
    for (const bool may_copy : {true, false}) {
      Options allowed = options;
      allowed.localise = options.localise && may_copy;
      HomeMap homes;
      const auto plan = make(allowed, layout, homes);
      if (plan.caller_only) break;
      const auto run = [&] { done = execute(plan, &runtime.teams(), &Planner::get(runtime).schedules()); };
      if (runtime.allows_workspace(plan.workspace_bytes()) && unless_denied(run)) {
        // Nothing may fail now that A is written.
        if (done) unless_denied([&] { note_plan(plan, factored.parts, factored.type, homes, runtime); });
        return done.has_value();
      }
      if (!plan.redeployed) break;
    }
    return true;
  };
  const auto work = [&] { return CallDemand{factored.flops, bytes_of(factored.type), {factored.matrix}}; };
  unless_denied([&] { return with_teams(runtime, scope, work, on_teams); });
  return done;
}

/// The same, or on the calling thread, with workspace on its node.
template <class Make, class Execute>
Index factor_by_plan(const Options& options, const FactorWork& work, const Make& make,
                     const Execute& execute) {
  Runtime& runtime = Runtime::get();
  const Runtime::CallScope scope(runtime);
  if (const auto done = factor_on_teams(runtime, scope, options, work, make, execute)) return *done;
  HomeMap homes;
  const auto plan = here(make(options_of_caller(options), runtime.layout(), homes), runtime.machine());
  return *execute(plan, nullptr, nullptr);
}

}  // namespace numapack
