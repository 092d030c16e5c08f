// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/unless_denied.hpp"
#include "machine/here.hpp"
#include "memory/homes/home_samples.hpp"
#include "panels/panel_plan.hpp"
#include "panels/panel_traffic.hpp"
#include "runtime/company.hpp"
#include "runtime/runtime.hpp"
#include "runtime/watch.hpp"

namespace numapack {

/// Makes and executes a plan on the teams that a call of this scope may use. make(options, layout, homes)
/// returns a plan and the homes that it found; execute(plan) returns false, having done nothing, if the teams
/// are busy; note(plan, homes) is called after the execution. Returns false, having done nothing, if the
/// calling thread must run the call alone. `work` makes a SharedWork.
template <class Work, class Make, class Execute, class Note>
bool factor_on_teams(Runtime& runtime, const Runtime::CallScope& scope, const Options& options,
                     const Work& work, const Make& make, const Execute& execute, const Note& note) {
  bool done = false;
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
      const auto run = [&] { done = execute(plan); };
      if (runtime.allows_workspace(plan.workspace_bytes()) && unless_denied(run)) {
        // Nothing may fail now that A is written.
        if (done) unless_denied([&] { note(plan, homes); });
        return done;
      }
      if (!plan.redeployed) break;
    }
    return true;
  };
  unless_denied([&] { return with_teams(runtime, scope, work, on_teams); });
  return done;
}

/// The same for one thread, with workspace on its node.
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
  return by_rows ? transposed(stored) : stored;
}

/// Reports the executed plan to a watched call; its tasks have some `parts` of a matrix each, and traffic()
/// computes what crossed.
template <class Task, class Traffic>
void note_plan(const std::vector<Task>& tasks, const char* parts, Type type, const HomeMap& homes,
               const Runtime& runtime, const Traffic& traffic) {
  WatchedCall* const watched = watched_call();
  if (watched == nullptr) return;
  watched->add_crew(tasks, parts);
  if (runtime.machine().nodes.size() < 2) return;
  watched->add_home(operand_home(homes, double(bytes_of(type))));
  const auto bytes = traffic();
  watched->crossing_bytes += bytes.crossing_bytes;
  watched->blind_bytes += bytes.blind_bytes;
}

}  // namespace numapack
