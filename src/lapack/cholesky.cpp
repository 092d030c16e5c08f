// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky.hpp"

#include <cmath>

#include "lapack/arguments.hpp"
#include "lapack/cholesky_execute.hpp"
#include "lapack/cholesky_run.hpp"
#include "lapack/cholesky_traffic.hpp"
#include "lapack/unblocked_triangle.hpp"
#include "level3/plan/planner.hpp"
#include "panels/panel_call.hpp"
#include "runtime/require_settings.hpp"
#include "runtime/thread_limit.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

template <class T>
CholeskyCall call_of(const StoredTriangle<T>& a) {
  return {type_of<T>(), a.stored, a.n};
}

/// By the calling thread, in the order of the schedule. What is one tile has no schedule.
template <class T>
Index factor_on_caller(const StoredTriangle<T>& a, Runtime& runtime) {
  const Planner& planner = Planner::get(runtime);
  const Kernel<T>& kernel = planner.kernel<T>();
  const int here = memory_here(runtime.machine());
  CholeskyPlan plan = plan_cholesky_alone(call_of(a), kernel.shape, planner.caller().facts.caches);
  PanelTask& task = plan.tasks.front();
  static_cast<TeamShare&>(task) = planner.caller().share;
  task.memory_node = here;
  if (plan.tiles() > 1) return *execute(plan, a, nullptr, runtime.workspaces());
  const CholeskyWorkspace layout = cholesky_workspace_of(plan, task);
  const WorkspacePool::Lease lease(runtime.workspaces(), here, layout.total);
  const TileWork<T> work(a.stored, kernel, default_factor_kernel<T>(), plan.mc,
                         piece_of<T>(lease, layout.kernel_tile(0)));
  return factor_tile(work, layout, lease, 0, a);
}

template <class T>
CholeskyPlan make_plan_here(const StoredTriangle<T>& a, const Options& options, Runtime& runtime,
                            const std::vector<TeamLayout>& layout, HomeMap& homes) {
  const Machine& machine = runtime.machine();
  homes = sample_homes({{a.a, a.n, a.n, a.lda}}, sizeof(T), machine, memory_here(machine)).front();
  Options bounded = options;
  bounded.threads = within_thread_limit(options.threads);
  return make_cholesky_plan(call_of(a), Planner::get(runtime).kernel<T>().shape, homes, machine,
                            runtime.profile(), layout, bounded);
}

template <class T>
Index factor_by_plan(const StoredTriangle<T>& a) {
  Runtime& runtime = Runtime::get();
  Planner& planner = Planner::get(runtime);
  if (planner.is_for_caller(call_of(a).flops())) {
    const Runtime::CallScope scope(runtime, Runtime::CallScope::Wants::own_thread);
    return factor_on_caller(a, runtime);
  }
  const Runtime::CallScope scope(runtime);
  const auto make = [&](const Options& allowed, const std::vector<TeamLayout>& layout, HomeMap& homes) {
    return make_plan_here(a, allowed, runtime, layout, homes);
  };
  const auto obey = [&](const CholeskyPlan& plan, Teams* teams, ScheduleCache* schedules) {
    return execute(plan, a, teams, runtime.workspaces(), schedules);
  };
  const FactorWork work{call_of(a).flops(), type_of<T>(), {a.a, a.n, a.n, a.lda}, "tiles"};
  const std::optional<Index> info = factor_on_teams(runtime, scope, {}, work, make, obey);
  return info ? *info : factor_on_caller(a, runtime);
}

/// Column by column, for calls that are denied memory.
template <class T>
Index factor_plainly(const StoredTriangle<T>& a) {
  const auto at = [&](Index i, Index j) -> T& { return a.a[a.is_lower() ? i + j * a.lda : j + i * a.lda]; };
  for (Index j = 0; j < a.n; ++j) {
    auto pivot = std::real(at(j, j));
    for (Index k = 0; k < j; ++k) pivot -= std::norm(at(j, k));
    at(j, j) = pivot;
    if (!(pivot > 0)) return j + 1;
    at(j, j) = std::sqrt(pivot);
    for (Index i = j + 1; i < a.n; ++i) {
      // Of the upper triangle elements are the conjugates of L's.
      T sum = at(i, j);
      for (Index k = 0; k < j; ++k)
        sum -= a.is_lower() ? plain_product(at(i, k), conjugate_of(at(j, k)))
                            : plain_product(conjugate_of(at(j, k)), at(i, k));
      at(i, j) = sum / std::sqrt(pivot);
    }
  }
  return 0;
}

template <class T>
void validate(const CholeskySolution<T>& s) {
  const bool left = s.side == Side::left;
  require_size(s.routine, "n", s.n);
  require_size(s.routine, "nrhs", s.columns);
  require_matrix(s.routine, "a", "lda", s.n, s.n, s.lda, sizeof(T));
  require_matrix(s.routine, "b", "ldb", left ? s.n : s.columns, left ? s.columns : s.n, s.ldb, sizeof(T));
  if (s.n == 0 || s.columns == 0) return;
  require_address(s.routine, "a", s.a);
  require_address(s.routine, "b", s.b);
}

template <class T>
void substitute(const CholeskySolution<T>& s) {
  const bool left = s.side == Side::left;
  TriangularProblem<T> triangle;
  triangle.routine = s.routine;
  triangle.side = s.side;
  triangle.stored = s.stored;
  triangle.m = left ? s.n : s.columns;
  triangle.n = left ? s.columns : s.n;
  triangle.a = s.a, triangle.lda = s.lda;
  triangle.b = s.b, triangle.ldb = s.ldb;
  // A = F F^H with F = L or U^H: from the left F comes first, from the right F^H.
  const bool transposed_first = (s.stored == Triangle::lower) != left;
  for (const bool transposed : {transposed_first, !transposed_first}) {
    triangle.trans = transposed ? Transpose::conjugate_transpose : Transpose::none;
    solve_triangle(triangle);
  }
}

template <class T>
Index factor_checked(const StoredTriangle<T>& a) {
  if (a.n <= UnblockedTriangle<T>::most) {
    if (a.n > 0) require_settings();
    return UnblockedTriangle<T>().cholesky(a);
  }
  require_runtime();
  Index info = 0;
  return unless_denied([&] { info = factor_by_plan(a); }) ? info : factor_plainly(a);
}

}  // namespace

template <class T>
Index factor_cholesky(const StoredTriangle<T>& a) {
  require(a);
  const CancellationOff until_done;
  return factor_checked(a);
}

template <class T>
void solve(const CholeskySolution<T>& solution) {
  validate(solution);
  if (solution.n == 0 || solution.columns == 0) return;
  if (solution.n > UnblockedTriangle<T>::most) require_runtime();
  const CancellationOff until_done;
  substitute(solution);
}

template <class T>
Index factor_and_solve(const StoredTriangle<T>& a, Side side, Index columns, T* b, Index ldb) {
  require(a);
  const CholeskySolution<T> solution{a.routine, a.stored, side, a.n, columns, a.a, a.lda, b, ldb};
  validate(solution);
  const CancellationOff until_done;
  const Index info = factor_checked(a);
  if (info == 0 && a.n > 0 && columns > 0) substitute(solution);
  return info;
}

template Index factor_cholesky(const StoredTriangle<float>&);
template Index factor_cholesky(const StoredTriangle<double>&);
template Index factor_cholesky(const StoredTriangle<std::complex<float>>&);
template Index factor_cholesky(const StoredTriangle<std::complex<double>>&);
template void solve(const CholeskySolution<float>&);
template void solve(const CholeskySolution<double>&);
template void solve(const CholeskySolution<std::complex<float>>&);
template void solve(const CholeskySolution<std::complex<double>>&);
template Index factor_and_solve(const StoredTriangle<float>&, Side, Index, float*, Index);
template Index factor_and_solve(const StoredTriangle<double>&, Side, Index, double*, Index);
template Index factor_and_solve(const StoredTriangle<std::complex<float>>&, Side, Index, std::complex<float>*,
                                Index);
template Index factor_and_solve(const StoredTriangle<std::complex<double>>&, Side, Index,
                                std::complex<double>*, Index);

}  // namespace numapack
