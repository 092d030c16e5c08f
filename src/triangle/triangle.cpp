// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle.hpp"

#include <algorithm>

#include "base/unless_denied.hpp"
#include "level3/call/arguments.hpp"
#include "level3/call/plain.hpp"
#include "level3/plan/planner.hpp"
#include "level3/plan/watched_plan.hpp"
#include "machine/here.hpp"
#include "memory/homes/home_samples.hpp"
#include "runtime/concurrent_calls.hpp"
#include "runtime/lab_marks.hpp"
#include "runtime/require_settings.hpp"
#include "runtime/thread_limit.hpp"
#include "triangle/few_rhs.hpp"
#include "triangle/triangle_execute.hpp"
#include "triangle/triangle_traffic.hpp"

namespace numapack {

namespace {

template <class T>
void check(const TriangularProblem<T>& p) {
  require_transpose(p.routine, p.trans);
  require_size(p.routine, p.by_rows ? "n" : "m", p.m);
  require_size(p.routine, p.by_rows ? "m" : "n", p.n);
  require_matrix(p.routine, "a", "lda", p.order(), p.order(), p.lda, sizeof(T));
  require_matrix(p.routine, "b", "ldb", p.m, p.n, p.ldb, sizeof(T));
  if (p.m == 0 || p.n == 0) return;
  require_address(p.routine, "a", p.a);
  require_address(p.routine, "b", p.b);
}

template <class T>
TrianglePlan plan_for_caller(const TriangleCall& call, Runtime& runtime) {
  const Planner& planner = Planner::get(runtime);
  TrianglePlan plan = plan_alone(call, planner.kernel<T>().shape, planner.caller().facts.caches);
  TriangleTask& task = plan.tasks.front();
  static_cast<TeamShare&>(task) = planner.caller().share;
  task.memory_node = memory_here(runtime.machine());
  return plan;
}

template <class T>
TrianglePlan plan_for_teams(const TriangularProblem<T>& problem, const TriangleCall& call, Runtime& runtime,
                            const std::vector<TeamLayout>& layout, HomeMap& homes) {
  const Machine& machine = runtime.machine();
  const MatrixAt b{problem.b, problem.m, problem.n, problem.ldb};
  const int here = memory_here(machine);
  constexpr Index stretches = 64;
  homes = call.left() ? sample_homes_of_columns(b, sizeof(T), machine, here, stretches)
                      : sample_homes({b}, sizeof(T), machine, here).front();
  Options options;
  options.threads = within_thread_limit(0);
  return make_triangle_plan(call, Planner::get(runtime).kernel<T>().shape, homes, machine, runtime.profile(),
                            layout, options);
}

/// Reports the executed plan to a watched call. A's homes are looked up for the watch only.
template <class T>
void note(const TrianglePlan& plan, const TriangularProblem<T>& problem, const HomeMap& homes_of_b,
          const Runtime& runtime) {
  WatchedCall* const watched = watched_call();
  if (watched == nullptr) return;
  watched->add_team(plan.tasks, "lines");
  const Machine& machine = runtime.machine();
  if (machine.nodes.size() < 2) return;
  const Index order = plan.call.order();
  const TriangleHomes homes{
      sample_homes({{problem.a, order, order, problem.lda}}, sizeof(T), machine, memory_here(machine))
          .front(),
      homes_of_b};
  watched->add_home(operand_home(homes.a, sizeof(T)));
  watched->add_home(operand_home(homes.b, sizeof(T)));
  watched->crossing_bytes += traffic_of(plan, homes).crossing();
  watched->oblivious_bytes += oblivious_bytes_of_triangle(double(order) * double(order) / 2 * sizeof(T),
                                                          double(problem.m) * double(problem.n) * sizeof(T),
                                                          order, static_cast<int>(runtime.layout().size()));
}

template <class T>
void run_by_plan(const TriangularProblem<T>& problem, bool solves) {
  const TriangleCall call{type_of<T>(),
                          solves,
                          problem.side,
                          problem.triangle(),
                          problem.m,
                          problem.n,
                          transposes(problem.trans)};
  if (call.is_few()) return solve_few(problem);
  // A cancelled caller finishes the call first.
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  Planner& planner = Planner::get(runtime);
  const Runtime::CallScope scope(runtime);
  const bool alone = planner.is_for_caller(call.flops());
  const auto work = [&] {
    const Index order = problem.order();
    return CallDemand{
        call.flops(),
        sizeof(T),
        {{problem.a, order, order, problem.lda}, {problem.b, problem.m, problem.n, problem.ldb}}};
  };
  const auto on_caller = [&] {
    return execute(plan_for_caller<T>(call, runtime), problem, nullptr, runtime.workspaces(), nullptr);
  };
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    HomeMap homes_of_b;
    const TrianglePlan plan = plan_for_teams(problem, call, runtime, layout, homes_of_b);
    // One thread needs the least workspace.
    if (plan.caller_only || !runtime.allows_workspace(plan.workspace_bytes())) return on_caller();
    if (!execute(plan, problem, &runtime.teams(), runtime.workspaces(), &planner.schedules())) return false;
    // Nothing may fail now that B is written.
    unless_denied([&] { note(plan, problem, homes_of_b, runtime); });
    return true;
  };
  if (alone || !unless_denied([&] { return with_teams(runtime, scope, work, on_teams); })) on_caller();
}

template <class T>
void run(const TriangularProblem<T>& problem, bool solves) {
  const LabMarks marks;
  if (unless_denied([&] { run_by_plan(problem, solves); })) return;
  // Rows from the right: x op(A) is op(A)^T x.
  const bool left = problem.side == Side::left;
  const PlainTriangle<T> plain{problem.stored,
                               left ? problem.trans : transposed(problem.trans),
                               problem.unit_diagonal,
                               problem.order(),
                               problem.a,
                               problem.lda};
  problem.interchanges.apply(true, problem.m, problem.n, problem.b, problem.ldb);
  for (Index line = 0; line < (left ? problem.n : problem.m); ++line) {
    T* const x = problem.b + line * (left ? problem.ldb : 1);
    const Index step = left ? 1 : problem.ldb;
    solves ? plain.solve(problem.alpha, x, step) : plain.multiply(problem.alpha, x, step);
  }
  problem.interchanges.apply(false, problem.m, problem.n, problem.b, problem.ldb);
}

template <class T>
void start(const TriangularProblem<T>& problem, bool solves) {
  check(problem);
  if (problem.m == 0 || problem.n == 0) return;
  require_settings();
  if (problem.alpha == T{0}) {
    for (Index j = 0; j < problem.n; ++j) std::fill_n(problem.b + j * problem.ldb, problem.m, T{0});
    return;
  }
  run(problem, solves);
}

}  // namespace

template <class T>
void multiply_by_triangle(const TriangularProblem<T>& problem) {
  start(problem, false);
}

template <class T>
void solve_triangle(const TriangularProblem<T>& problem) {
  start(problem, true);
}

template void multiply_by_triangle(const TriangularProblem<float>&);
template void multiply_by_triangle(const TriangularProblem<double>&);
template void multiply_by_triangle(const TriangularProblem<std::complex<float>>&);
template void multiply_by_triangle(const TriangularProblem<std::complex<double>>&);
template void solve_triangle(const TriangularProblem<float>&);
template void solve_triangle(const TriangularProblem<double>&);
template void solve_triangle(const TriangularProblem<std::complex<float>>&);
template void solve_triangle(const TriangularProblem<std::complex<double>>&);

}  // namespace numapack
