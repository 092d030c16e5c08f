// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "panels/by_columns.hpp"
#include "panels/panel_call.hpp"
#include "qr/plain_qr.hpp"
#include "qr/qr.hpp"
#include "qr/qr_execute.hpp"
#include "qr/qr_traffic.hpp"
#include "qr/reflectors/panel.hpp"
#include "qr/reflectors/scratch.hpp"
#include "qr/reflectors/widths.hpp"
#include "qr/validate.hpp"
#include "runtime/process.hpp"
#include "runtime/thread_limit.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

/// The CPU's own. Without fused operations, as in LAPACK, small singular matrices of whole numbers more often
/// get an exact zero on the diagonal of R, by which gels recognises them. Columns beyond a square do not
/// change that.
template <class T>
const FactorKernel<T>& kernel_for(const QrProblem<T>& p) {
  constexpr Index most_rows = 32;
  return p.m <= most_rows && std::min(p.m, p.n) <= QrPanel<T>::unblocked ? unfused_factor_kernel<T>()
                                                                         : default_factor_kernel<T>();
}

template <class T>
QrScratch<T> scratch_of_panels(const PanelShape& shape) {
  const Index width = panel_width(shape.steps());
  return {shape.m, width, shape.n - width};
}

/// One panel after the other, by products: what is small, and what is not finite, whose reflectors are taken
/// with care.
template <class T>
void factor_by_panels(const QrProblem<T>& p, const QrScratch<T>& scratch) {
  const Index reflectors = std::min(p.m, p.n);
  QrPanel<T> panel(kernel_for(p), scratch.v, scratch.ldv, scratch.t, scratch.ldt, scratch.w);
  each_panel(reflectors, false, [&](Range at) {
    const BlockReflector<T> block =
        panel.factor(p.m - at.begin, at.size(), p.a + at.begin * (p.lda + 1), p.lda, p.tau + at.begin);
    if (at.end < p.n)
      block.larfb_left(adjoint<T>, p.a + at.begin + at.end * p.lda, p.lda, p.n - at.end, scratch.w,
                       scratch.ldt);
  });
}

template <class T>
void factor_without_plan(const QrProblem<T>& p) {
  const auto by_panels = [&] {
    const QrScratch<T> scratch = scratch_of_panels<T>(p.shape());
    if (!p.by_rows()) return factor_by_panels(p, scratch);
    const ByColumns<T> a(p.m, p.n);
    a.take(p.a, p.lda, p.m);
    factor_by_panels(QrProblem<T>{p.m, p.n, a.data, a.leading, p.tau}, scratch);
    a.give(p.a, p.lda, p.m);
  };
  if (unless_denied(by_panels)) return;
  PlainQr<T>(p.m, p.a, p.by_rows() ? p.lda : 1, p.by_rows() ? 1 : p.lda, p.tau).factor(p.n, p.tau);
}

/// The rest of a matrix whose first columns are factored.
template <class T>
QrProblem<T> behind(const QrProblem<T>& p, Index columns) {
  return {p.m - columns, p.n - columns, p.a + columns * (p.lda + 1), p.lda, p.tau + columns, p.layout};
}

template <class T>
QrPlan make_plan_here(const QrProblem<T>& p, const Options& options, Runtime& runtime,
                      const std::vector<TeamLayout>& layout, HomeMap& homes) {
  const PanelShape shape = p.shape();
  const KernelShape kernel = Planner::get(runtime).shape_for(shape.type, options);
  homes = homes_of_blocks(p.matrix(), sizeof(T), choose_qr_block(shape, kernel), shape.by_rows,
                          runtime.machine());
  Options bounded = options;
  bounded.threads = within_thread_limit(options.threads);
  return make_qr_plan(shape, kernel, homes, runtime.machine(), runtime.profile(), layout, bounded);
}

/// Returns the columns that are factored.
template <class T>
Index factor_by_plan(const QrProblem<T>& p, const Options& options) {
  Runtime& runtime = Runtime::get();
  return factor_by_plan(
      options, {qr_flops(p.shape()), type_of<T>(), p.matrix()},
      [&](const Options& allowed, const std::vector<TeamLayout>& layout, HomeMap& homes) {
        return make_plan_here(p, allowed, runtime, layout, homes);
      },
      [&](const QrPlan& plan, Teams* teams, ScheduleCache* schedules) {
        return execute(plan, p, teams, runtime.workspaces(), runtime.trace(), schedules);
      });
}

}  // namespace

template <class T>
QrPlan plan_for(const QrProblem<T>& p, const Options& options) {
  has_work(p);
  Runtime& runtime = Runtime::get();
  HomeMap homes;
  return make_plan_here(p, options, runtime, runtime.chosen().now(), homes);
}

template <class T>
void factor(const QrProblem<T>& p, const Options& options) {
  if (!has_work(p)) return;
  // A cancelled caller finishes the call first.
  const CancellationOff until_done;
  Index factored = 0;
  if (goes_by_schedule(p.shape())) unless_denied([&] { factored = factor_by_plan(p, options); });
  if (factored < std::min(p.m, p.n)) factor_without_plan(behind(p, factored));
}

template <class T>
void factor_alike(const PanelShape& shape, const MatrixList<T>& a, Index lda, const MatrixList<T>& tau,
                  Range numbers) {
  QrProblem<T> p{shape.m, shape.n, nullptr, lda, nullptr};
  const auto in_one_scratch = [&] {
    if (goes_by_schedule(shape) || shape.steps() == 0) return false;
    const QrScratch<T> scratch = scratch_of_panels<T>(shape);
    for (; numbers.begin < numbers.end; ++numbers.begin) {
      p.a = a[numbers.begin], p.tau = tau[numbers.begin];
      factor_by_panels(p, scratch);
    }
    return true;
  };
  if (unless_denied(in_one_scratch)) return;
  for (; numbers.begin < numbers.end; ++numbers.begin) {
    p.a = a[numbers.begin], p.tau = tau[numbers.begin];
    factor(p);
  }
}

template QrPlan plan_for(const QrProblem<float>&, const Options&);
template QrPlan plan_for(const QrProblem<double>&, const Options&);
template QrPlan plan_for(const QrProblem<std::complex<float>>&, const Options&);
template QrPlan plan_for(const QrProblem<std::complex<double>>&, const Options&);
template void factor(const QrProblem<float>&, const Options&);
template void factor(const QrProblem<double>&, const Options&);
template void factor(const QrProblem<std::complex<float>>&, const Options&);
template void factor(const QrProblem<std::complex<double>>&, const Options&);
template void factor_alike(const PanelShape&, const MatrixList<float>&, Index, const MatrixList<float>&,
                           Range);
template void factor_alike(const PanelShape&, const MatrixList<double>&, Index, const MatrixList<double>&,
                           Range);
template void factor_alike(const PanelShape&, const MatrixList<std::complex<float>>&, Index,
                           const MatrixList<std::complex<float>>&, Range);
template void factor_alike(const PanelShape&, const MatrixList<std::complex<double>>&, Index,
                           const MatrixList<std::complex<double>>&, Range);

}  // namespace numapack
