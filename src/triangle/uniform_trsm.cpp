// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/uniform_trsm.hpp"

#include "base/unless_denied.hpp"
#include "level3/plan/planner.hpp"
#include "machine/here.hpp"
#include "triangle/kernels.hpp"
#include "triangle/triangle_run.hpp"

namespace numapack {

template <class T>
UniformTrsm<T>::UniformTrsm(const TriangularProblem<T>& shape) : shape_(shape) {
  if (shape.m == 0 || shape.n == 0 || shape.alpha == T{0}) return;
  const TriangleCall call{type_of<T>(),           true, shape.side, shape.triangle(), shape.m, shape.n,
                          transposes(shape.trans)};
  if (call.is_few()) return;
  unless_denied([&] {
    const Planner& planner = Planner::get(Runtime::get());
    plan_ = plan_alone(call, planner.kernel<T>().shape, planner.caller().facts.caches);
    static_cast<TeamShare&>(plan_->tasks.front()) = planner.caller().share;
  });
}

template <class T>
void UniformTrsm<T>::solve(const MatrixList<const T>& a, const MatrixList<T>& b, Range numbers) const {
  TriangularProblem<T> problem = shape_;
  if (problem.m == 0 || problem.n == 0) return;
  const auto by_plan = [&] {
    if (!plan_) return false;
    Runtime& runtime = Runtime::get();
    TrianglePlan plan = *plan_;
    plan.tasks.front().memory_node = memory_here(runtime.machine());
    const auto [kernel, factor] = triangle_kernels_of<T>(plan.kernel, problem.routine);
    const TriangleRun<T> run(plan, problem, kernel, factor, runtime.workspaces());
    using Regions = TriangleGenerator::Regions;
    const TriangleGenerator::Emit emit = [&](TriangleStep what, int task, Regions, Regions, Index turn,
                                             Index block, int) { run(what, task, turn, block, {}); };
    const TriangleGenerator steps(plan, emit);
    for (; numbers.begin < numbers.end; ++numbers.begin) {
      problem.a = a[numbers.begin], problem.b = b[numbers.begin];
      steps.all();
    }
    return true;
  };
  if (unless_denied(by_plan)) return;
  for (; numbers.begin < numbers.end; ++numbers.begin) {
    problem.a = a[numbers.begin], problem.b = b[numbers.begin];
    solve_triangle(problem);
  }
}

template class UniformTrsm<float>;
template class UniformTrsm<double>;
template class UniformTrsm<std::complex<float>>;
template class UniformTrsm<std::complex<double>>;

}  // namespace numapack
