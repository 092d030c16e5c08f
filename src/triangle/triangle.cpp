// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "level3/plan/planner.hpp"
#include "machine/here.hpp"
#include "memory/homes/home_samples.hpp"
#include "runtime/lab_marks.hpp"
#include "triangle/few_lines.hpp"
#include "triangle/triangle_execute.hpp"

namespace numapack {

namespace {

template <class T>
void check(const TriangularProblem<T>& p) {
  const auto at_least = [&](const std::string& name, Index value, Index least) {
    if (value < least)
      invalid(p.routine, name + " is " + std::to_string(value),
              "at least " + std::to_string(least) + " is needed");
  };
  if (static_cast<unsigned>(p.trans) > static_cast<unsigned>(Transpose::conjugate))
    invalid(p.routine, "transposition " + std::to_string(static_cast<int>(p.trans)) + " does not exist",
            "use none, transpose, conjugate_transpose or conjugate");
  at_least(p.by_rows ? "n" : "m", p.m, 0);
  at_least(p.by_rows ? "m" : "n", p.n, 0);
  at_least("lda", p.lda, std::max<Index>(1, p.order()));
  at_least("ldb", p.ldb, std::max<Index>(1, p.m));
  const auto fits = [&](const char* name, Index leading, Index columns) {
    Index bytes = 0;
    if (__builtin_mul_overflow(leading, columns, &bytes) ||
        __builtin_mul_overflow(bytes, static_cast<Index>(sizeof(T)), &bytes))
      invalid(p.routine, std::string("the bytes of ") + name + " exceed the address space",
              "use smaller sizes");
  };
  fits("a", p.lda, p.order());
  fits("b", p.ldb, p.n);
  if (p.m == 0 || p.n == 0) return;
  if (p.a == nullptr) invalid(p.routine, "a is a null pointer", "pass the address of its first element");
  if (p.b == nullptr) invalid(p.routine, "b is a null pointer", "pass the address of its first element");
}

template <class T>
TrianglePlan plan_for_caller(const TriangleCall& call, Runtime& runtime) {
  const Planner& planner = Planner::get(runtime);
  TrianglePlan plan = plan_alone(call, planner.kernel<T>().shape, planner.caller().facts.caches);
  TriangleTask& task = plan.tasks.front();
  task.team = planner.caller().team;
  task.node = planner.caller().node;
  task.memory_node = memory_here(runtime.machine());
  return plan;
}

template <class T>
TrianglePlan plan_for_teams(const TriangularProblem<T>& problem, const TriangleCall& call, Runtime& runtime) {
  const Machine& machine = runtime.machine();
  const MatrixAt b{problem.b, problem.m, problem.n, problem.ldb};
  const int here = memory_here(machine);
  constexpr Index stretches = 64;
  const HomeMap homes = call.left() ? sample_homes_of_columns(b, sizeof(T), machine, here, stretches)
                                    : sample_homes({b}, sizeof(T), machine, here).front();
  return make_triangle_plan(call, Planner::get(runtime).kernel<T>().shape, homes, machine, runtime.layout());
}

template <class T>
void run(const TriangularProblem<T>& problem, bool solves) {
  const LabMarks marks;
  if (is_few(problem, solves)) return solve_few(problem);
  // A cancelled caller finishes the call first.
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  const TriangleCall call{type_of<T>(), solves, problem.side, problem.half(), problem.m, problem.n};
  const Planner& planner = Planner::get(runtime);
  const Runtime::CallScope scope(runtime);
  const bool alone = planner.one_thread() || call.flops() < 2 * planner.least_parallel_flops();
  if (!alone && scope.may_use_teams()) {
    const TrianglePlan plan = plan_for_teams(problem, call, runtime);
    if (!plan.caller_only && execute(plan, problem, &runtime.teams(), runtime.workspaces())) return;
  }
  execute(plan_for_caller<T>(call, runtime), problem, nullptr, runtime.workspaces());
}

template <class T>
void start(const TriangularProblem<T>& problem, bool solves) {
  check(problem);
  if (problem.m == 0 || problem.n == 0) return;
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
