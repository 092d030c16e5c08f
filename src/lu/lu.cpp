// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu.hpp"

#include <algorithm>

#include "base/integer.hpp"
#include "base/unless_denied.hpp"
#include "level3/call/arguments.hpp"
#include "lu/lu_execute.hpp"
#include "lu/lu_traffic.hpp"
#include "lu/plain_lu.hpp"
#include "machine/here.hpp"
#include "memory/homes/home_samples.hpp"
#include "runtime/company.hpp"
#include "runtime/runtime.hpp"
#include "runtime/thread_limit.hpp"
#include "runtime/watch.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

template <class T>
void validate(const LuProblem<T>& problem) {
  require_size("getrf", "m", problem.m);
  require_size("getrf", "n", problem.n);
  require_matrix("getrf", "a", "lda", problem.m, problem.n, problem.lda, sizeof(T));
  if (problem.m == 0 || problem.n == 0) return;
  require_address("getrf", "a", problem.a);
  require_address("getrf", "ipiv", problem.pivots, "pass room for min(m, n) row numbers");
}

template <class T>
LuPlan make_plan_here(const LuProblem<T>& problem, const Options& options, Runtime& runtime,
                      const std::vector<TeamLayout>& layout, HomeMap* homes_found = nullptr) {
  const Machine& machine = runtime.machine();
  const LuShape shape = problem.shape();
  const Index nb = options.nb > 0
                       ? options.nb
                       : choose_lu_block(shape, choose_shape("", true, shape.type, options.kernel));
  const HomeMap homes = sample_homes_of_columns({problem.a, problem.m, problem.n, problem.lda}, sizeof(T),
                                                machine, memory_here(machine), 2 * divide_up(problem.n, nb));
  if (homes_found != nullptr) *homes_found = homes;
  Options bounded = options;
  bounded.threads = within_thread_limit(options.threads);
  return make_lu_plan(shape, homes, machine, runtime.profile(), layout, bounded);
}

/// What a watched call hears of the plan that was obeyed.
void note(const LuPlan& plan, const HomeMap& homes, const Runtime& runtime) {
  WatchedCall* const watched = watched_call();
  if (watched == nullptr) return;
  watched->add_crew(plan.tasks, "blocks");
  if (runtime.machine().nodes.size() < 2) return;
  watched->add_home(operand_home(homes, double(bytes_of(plan.shape.type))));
  const LuTraffic traffic = traffic_of(plan, homes, static_cast<int>(runtime.layout().size()));
  watched->crossing_bytes += traffic.crossing_bytes;
  watched->blind_bytes += traffic.blind_bytes;
}

template <class T>
Index factor_on_caller(const LuProblem<T>& problem, const Options& options, Runtime& runtime) {
  Options alone = options;
  alone.threads = 1;
  alone.nodes.clear();
  LuPlan plan = make_plan_here(problem, alone, runtime, runtime.layout());
  for (LuTask& task : plan.tasks) task.memory_node = memory_here(runtime.machine());
  return *execute(plan, problem, nullptr, runtime.workspaces(), runtime.trace());
}

template <class T>
Index factor_by_plan(const LuProblem<T>& problem, const Options& options) {
  Runtime& runtime = Runtime::get();
  const Runtime::CallScope scope(runtime);
  const auto work = [&] {
    return SharedWork{problem.shape().flops(), sizeof(T), {{problem.a, problem.m, problem.n, problem.lda}}};
  };
  std::optional<Index> info;
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    // Whoever names nodes means all of them.
    if (&layout != &scope.layout() && !options.nodes.empty()) return true;
    // Without room for copies in place, without room for teams alone: one thread needs the least.
    for (const bool may_copy : {true, false}) {
      Options allowed = options;
      allowed.localise = options.localise && may_copy;
      HomeMap homes;
      const LuPlan plan = make_plan_here(problem, allowed, runtime, layout, &homes);
      if (plan.caller_only) break;
      const auto run = [&] {
        info = execute(plan, problem, &runtime.teams(), runtime.workspaces(), runtime.trace());
      };
      if (runtime.allows_workspace(plan.workspace_bytes()) && unless_denied(run)) {
        // Nothing may fail now that A is written.
        if (info) unless_denied([&] { note(plan, homes, runtime); });
        return info.has_value();
      }
      if (!plan.redeployed) break;
    }
    return true;
  };
  unless_denied([&] { return with_teams(runtime, scope, work, on_teams); });
  return info ? *info : factor_on_caller(problem, options, runtime);
}

}  // namespace

template <class T>
LuPlan plan_for(const LuProblem<T>& problem, const Options& options) {
  validate(problem);
  Runtime& runtime = Runtime::get();
  return make_plan_here(problem, options, runtime, runtime.chosen().now());
}

template <class T>
Index factor(const LuProblem<T>& problem, const Options& options) {
  validate(problem);
  if (problem.m == 0 || problem.n == 0) return 0;
  // A cancelled caller finishes the call first.
  const CancellationOff until_done;
  Index info = 0;
  if (unless_denied([&] { info = factor_by_plan(problem, options); })) return info;
  return PlainLu(problem.m, problem.n, problem.a, 1, problem.lda, problem.pivots).factor();
}

template LuPlan plan_for(const LuProblem<float>&, const Options&);
template LuPlan plan_for(const LuProblem<double>&, const Options&);
template LuPlan plan_for(const LuProblem<std::complex<float>>&, const Options&);
template LuPlan plan_for(const LuProblem<std::complex<double>>&, const Options&);
template Index factor(const LuProblem<float>&, const Options&);
template Index factor(const LuProblem<double>&, const Options&);
template Index factor(const LuProblem<std::complex<float>>&, const Options&);
template Index factor(const LuProblem<std::complex<double>>&, const Options&);

}  // namespace numapack
