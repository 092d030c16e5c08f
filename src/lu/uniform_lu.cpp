// SPDX-License-Identifier: BSD-3-Clause
#include "lu/uniform_lu.hpp"

#include <algorithm>

#include "lu/lu.hpp"
#include "lu/lu_run.hpp"
#include "lu/narrow_lu.hpp"
#include "panels/panel_call.hpp"
#include "triangle/kernels.hpp"

namespace numapack {

template <class T>
UniformLu<T>::UniformLu(const PanelShape& shape) : shape_(shape) {
  if (shape.m == 0 || shape.n == 0) return;
  unless_denied([&] {
    narrow_ = NarrowLu<T>::takes(shape);
    if (narrow_) return;
    plan_ = plan_of_caller(shape, Runtime::get());
  });
}

template <class T>
void UniformLu<T>::factor(const MatrixList<T>& a, Index lda, const MatrixList<std::int64_t>& pivots,
                          Range numbers, std::int64_t* infos) const {
  if (shape_.m == 0 || shape_.n == 0) return std::fill(infos + numbers.begin, infos + numbers.end, 0);
  LuProblem<T> problem{shape_.m, shape_.n, nullptr,
                       lda,      nullptr,  shape_.by_rows ? Layout::row_major : Layout::column_major};
  for (; narrow_ && numbers.begin < numbers.end; ++numbers.begin) {
    problem.a = a[numbers.begin], problem.pivots = pivots[numbers.begin];
    infos[numbers.begin] = NarrowLu<T>::factor(problem);
  }
  const auto with_plan = [&] {
    if (!plan_) return false;
    Runtime& runtime = Runtime::get();
    const LuPlan plan = here(*plan_, runtime.machine());
    const auto [kernel, factor] = triangle_kernels_of<T>(plan.kernel, "getrf");
    LuRun<T> run(plan, problem, kernel, factor, runtime.workspaces(), runtime.trace());
    const auto emit = [&](LuStep what, std::initializer_list<Region> writes, std::initializer_list<Region>,
                          Index panel,
                          Index block) { run(what, panel, block, *writes.begin(), 0, StepPart{}); };
    const LuSteps steps(plan, emit);
    for (; numbers.begin < numbers.end; ++numbers.begin) {
      problem.a = a[numbers.begin], problem.pivots = pivots[numbers.begin];
      run.restart();
      steps.all();
      infos[numbers.begin] = run.info();
    }
    return true;
  };
  if (unless_denied(with_plan)) return;
  for (; numbers.begin < numbers.end; ++numbers.begin) {
    problem.a = a[numbers.begin], problem.pivots = pivots[numbers.begin];
    infos[numbers.begin] = numapack::factor(problem);
  }
}

template class UniformLu<float>;
template class UniformLu<double>;
template class UniformLu<std::complex<float>>;
template class UniformLu<std::complex<double>>;

}  // namespace numapack
