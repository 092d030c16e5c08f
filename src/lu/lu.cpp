// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu.hpp"

#include <algorithm>

#include "level3/call/arguments.hpp"
#include "lu/lu_execute.hpp"
#include "lu/lu_traffic.hpp"
#include "lu/narrow_lu.hpp"
#include "lu/plain_lu.hpp"
#include "panels/panel_call.hpp"
#include "runtime/thread_limit.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

template <class T>
void validate(const LuProblem<T>& problem) {
  require_size("getrf", "m", problem.m);
  require_size("getrf", "n", problem.n);
  is_by_rows("getrf", problem.layout);
  const MatrixAt stored = problem.matrix();
  require_matrix("getrf", "a", "lda", stored.rows, stored.columns, problem.lda, sizeof(T));
  if (problem.m == 0 || problem.n == 0) return;
  require_address("getrf", "a", problem.a);
  require_address("getrf", "ipiv", problem.pivots, "pass room for min(m, n) row numbers");
}

template <class T>
LuPlan make_plan_here(const LuProblem<T>& problem, const Options& options, Runtime& runtime,
                      const std::vector<TeamLayout>& layout, HomeMap& homes) {
  const PanelShape shape = problem.shape();
  const KernelShape kernel = Planner::get(runtime).shape_for(shape.type, options);
  const Index nb = options.nb > 0 ? options.nb : choose_lu_block(shape, kernel);
  homes = homes_of_blocks(problem.matrix(), sizeof(T), nb, shape.by_rows, runtime.machine());
  Options bounded = options;
  bounded.threads = within_thread_limit(options.threads);
  return make_lu_plan(shape, kernel, homes, runtime.machine(), runtime.profile(), layout, bounded);
}

/// Too small for a second thread: without asking where the pages are.
template <class T>
Index factor_alone(const LuProblem<T>& problem, Runtime& runtime) {
  const Runtime::CallScope scope(runtime, Runtime::CallScope::Wants::own_thread);
  const LuPlan plan = plan_of_caller(problem.shape(), runtime);
  return *execute(plan, problem, nullptr, runtime.workspaces(), runtime.trace());
}

template <class T>
Index factor_by_plan(const LuProblem<T>& problem, const Options& options) {
  Runtime& runtime = Runtime::get();
  if (options == Options() && !lu_may_be_shared(problem.shape(), runtime.profile()))
    return factor_alone(problem, runtime);
  return factor_by_plan(
      options, {lu_flops(problem.shape()), type_of<T>(), problem.matrix()},
      [&](const Options& allowed, const std::vector<TeamLayout>& layout, HomeMap& homes) {
        return make_plan_here(problem, allowed, runtime, layout, homes);
      },
      [&](const LuPlan& plan, Teams* teams, ScheduleCache* schedules) {
        return execute(plan, problem, teams, runtime.workspaces(), runtime.trace(), schedules);
      });
}

}  // namespace

LuPlan plan_of_caller(const PanelShape& shape, Runtime& runtime) {
  const Machine& machine = runtime.machine();
  const HomeMap homes = HomeMap::on_node(shape.m, shape.n, memory_here(machine),
                                         std::max(1, static_cast<int>(machine.nodes.size())));
  const KernelShape kernel = Planner::get(runtime).shape_for(shape.type, {});
  return here(
      make_lu_plan(shape, kernel, homes, machine, runtime.profile(), runtime.layout(), options_of_caller({})),
      machine);
}

template <class T>
LuPlan plan_for(const LuProblem<T>& problem, const Options& options) {
  validate(problem);
  Runtime& runtime = Runtime::get();
  HomeMap homes;
  return make_plan_here(problem, options, runtime, runtime.chosen().now(), homes);
}

template <class T>
Index factor(const LuProblem<T>& problem, const Options& options) {
  validate(problem);
  if (problem.m == 0 || problem.n == 0) return 0;
  // A cancelled caller finishes the call first.
  const CancellationOff until_done;
  Index info = 0;
  const auto as_narrow = [&] {
    if (options != Options() || !NarrowLu<T>::takes(problem.shape())) return false;
    info = NarrowLu<T>::factor(problem);
    return true;
  };
  if (unless_denied(as_narrow) || unless_denied([&] { info = factor_by_plan(problem, options); }))
    return info;
  const bool by_rows = problem.by_rows();
  return PlainLu(problem.m, problem.n, problem.a, by_rows ? problem.lda : 1, by_rows ? 1 : problem.lda,
                 problem.pivots)
      .factor();
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
