// SPDX-License-Identifier: BSD-3-Clause
#include <complex>

#include "level3/call/arguments.hpp"
#include "runtime/lab_marks.hpp"
#include "sparse/check_elements.hpp"
#include "sparse/sparse_run.hpp"
#include "team/cancellation.hpp"

namespace numapack {

namespace {

constexpr const char* spmv_name = "spmv";

/// y = beta y; beta == 0 does not read it.
template <class T>
void scale_vector(Index rows, T beta, T* y) {
  for (Index i = 0; i < rows; ++i) y[i] = beta == T{0} ? T{0} : beta * y[i];
}

/// False: there is nothing to multiply, and y is what it is to be.
template <class T>
bool begins(const char* routine, Index rows, Index columns, T alpha, const T* x, T beta, T* y) {
  if (rows == 0) return false;
  require_address(routine, "y", y);
  if (alpha == T{0} || columns == 0) {
    scale_vector(rows, beta, y);
    return false;
  }
  require_address(routine, "x", x);
  return true;
}

double worth_of(const SparsePlan& plan) { return flops_of_element * double(plan.elements + plan.rows); }

}  // namespace

template <class T>
void spmv(const PlacedCsr<T>& a, T alpha, const T* x, T beta, T* y) {
  const SparsePlan& plan = a.plan();
  if (!begins(spmv_name, plan.rows, plan.columns, alpha, x, beta, y)) return;
  const LabMarks marks;
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  at_parts(runtime, plan, worth_of(plan),
           [&](const std::vector<int>& threads, Patience patience, const auto& run_body) {
             SparseRun<T> product(a, alpha, x, beta, y, runtime.workspaces(), threads, patience);
             return run_body([&](std::size_t part, int slot) { product.work(part, slot); });
           });
}

template <class T, class I>
void spmv(const SparsePattern<I>& pattern, const T* values, T alpha, const T* x, T beta, T* y) {
  check_starts(spmv_name, pattern);
  if (pattern.elements() > 0) require_address(spmv_name, "values", values);
  const LabMarks marks;
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  const SparsePlan plan =
      make_sparse_plan(pattern, sizeof(T), runtime.machine(), runtime.chosen().now(), runtime.profile());
  check_elements(spmv_name, pattern, plan, runtime);
  if (!begins(spmv_name, plan.rows, plan.columns, alpha, x, beta, y)) return;
  const SparseKernel<T>& kernel = sparse_kernel<T>(default_kernel<T>().shape.set);
  constexpr Index stretch_cost = 32768;
  const auto first_cost = [&](std::size_t part) { return cost_before(pattern, plan.parts[part].rows.begin); };
  const auto stretches = [&](std::size_t part) {
    return divide_up(cost_before(pattern, plan.parts[part].rows.end) - first_cost(part), stretch_cost);
  };
  for_each_at_parts(runtime, plan, worth_of(plan), stretches, [&](std::size_t part, std::size_t number) {
    const Index cost = first_cost(part) + static_cast<Index>(number) * stretch_cost;
    const Range rows = common({row_at_cost(pattern, cost), row_at_cost(pattern, cost + stretch_cost)},
                              plan.parts[part].rows);
    const RowProduct<T, I> product{rows.begin, rows.end, pattern.starts, pattern.indices, values, x, alpha,
                                   beta,       y};
    if constexpr (sizeof(I) == 4)
      kernel.rows_of_32(product);
    else
      kernel.rows_of_64(product);
  });
}

template void spmv(const PlacedCsr<float>&, float, const float*, float, float*);
template void spmv(const PlacedCsr<double>&, double, const double*, double, double*);
template void spmv(const PlacedCsr<std::complex<float>>&, std::complex<float>, const std::complex<float>*,
                   std::complex<float>, std::complex<float>*);
template void spmv(const PlacedCsr<std::complex<double>>&, std::complex<double>, const std::complex<double>*,
                   std::complex<double>, std::complex<double>*);
template void spmv(const SparsePattern<std::int32_t>&, const float*, float, const float*, float, float*);
template void spmv(const SparsePattern<std::int64_t>&, const float*, float, const float*, float, float*);
template void spmv(const SparsePattern<std::int32_t>&, const double*, double, const double*, double, double*);
template void spmv(const SparsePattern<std::int64_t>&, const double*, double, const double*, double, double*);
template void spmv(const SparsePattern<std::int32_t>&, const std::complex<float>*, std::complex<float>,
                   const std::complex<float>*, std::complex<float>, std::complex<float>*);
template void spmv(const SparsePattern<std::int64_t>&, const std::complex<float>*, std::complex<float>,
                   const std::complex<float>*, std::complex<float>, std::complex<float>*);
template void spmv(const SparsePattern<std::int32_t>&, const std::complex<double>*, std::complex<double>,
                   const std::complex<double>*, std::complex<double>, std::complex<double>*);
template void spmv(const SparsePattern<std::int64_t>&, const std::complex<double>*, std::complex<double>,
                   const std::complex<double>*, std::complex<double>, std::complex<double>*);

}  // namespace numapack
