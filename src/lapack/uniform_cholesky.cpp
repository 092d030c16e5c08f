// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/uniform_cholesky.hpp"

#include "base/unless_denied.hpp"
#include "lapack/cholesky.hpp"
#include "lapack/cholesky_execute.hpp"
#include "lapack/cholesky_run.hpp"
#include "lapack/unblocked_triangle.hpp"
#include "level3/plan/planner.hpp"
#include "machine/here.hpp"

namespace numapack {

template <class T>
UniformCholesky<T>::UniformCholesky(const StoredTriangle<T>& shape) : shape_(shape) {
  if (shape.n <= UnblockedTriangle<T>::most) return;
  unless_denied([&] {
    const Planner& planner = Planner::get(Runtime::get());
    plan_ = plan_cholesky_alone({type_of<T>(), shape.stored, shape.n}, planner.kernel<T>().shape,
                                planner.caller().facts.caches);
    static_cast<TeamShare&>(plan_->tasks.front()) = planner.caller().share;
  });
}

template <class T>
bool UniformCholesky<T>::factor_by_plan(StoredTriangle<T> a, const MatrixList<T>& list, Range& numbers,
                                        std::int64_t* infos) const {
  if (!plan_) return false;
  Runtime& runtime = Runtime::get();
  CholeskyPlan plan = *plan_;
  const int here = memory_here(runtime.machine());
  plan.tasks.front().memory_node = here;
  if (plan.tiles() > 1) {
    for (; numbers.begin < numbers.end; ++numbers.begin) {
      a.a = list[numbers.begin];
      infos[numbers.begin] = *execute(plan, a, nullptr, runtime.workspaces());
    }
    return true;
  }
  const CholeskyWorkspace layout = cholesky_workspace_of(plan, plan.tasks.front());
  const WorkspacePool::Lease lease(runtime.workspaces(), here, layout.total);
  const TileWork<T> work(a.stored, Planner::get(runtime).kernel<T>(), default_factor_kernel<T>(), plan.mc,
                         piece_of<T>(lease, layout.kernel_tile(0)));
  for (; numbers.begin < numbers.end; ++numbers.begin) {
    a.a = list[numbers.begin];
    infos[numbers.begin] = factor_tile(work, layout, lease, 0, a);
  }
  return true;
}

template <class T>
void UniformCholesky<T>::factor(const MatrixList<T>& list, Range numbers, std::int64_t* infos) const {
  StoredTriangle<T> a = shape_;
  if (a.n <= UnblockedTriangle<T>::most) {
    UnblockedTriangle<T> unblocked;
    for (Index i = numbers.begin; i < numbers.end; ++i) {
      a.a = list[i];
      infos[i] = unblocked.cholesky(a);
    }
    return;
  }
  if (unless_denied([&] { return factor_by_plan(a, list, numbers, infos); })) return;
  for (Index i = numbers.begin; i < numbers.end; ++i) {
    a.a = list[i];
    infos[i] = factor_cholesky(a);
  }
}

template class UniformCholesky<float>;
template class UniformCholesky<double>;
template class UniformCholesky<std::complex<float>>;
template class UniformCholesky<std::complex<double>>;

}  // namespace numapack
