// SPDX-License-Identifier: BSD-3-Clause
#include "batch/lapack_batch.hpp"

#include <algorithm>
#include <vector>

#include "batch/batch_cost.hpp"
#include "batch/batch_error.hpp"
#include "batch/overlap.hpp"
#include "batch/run_batch.hpp"
#include "lapack/arguments.hpp"
#include "lapack/cholesky.hpp"
#include "lapack/uniform_cholesky.hpp"
#include "lu/lu.hpp"
#include "lu/uniform_lu.hpp"
#include "qr/qr.hpp"

namespace numapack {

namespace {

constexpr BatchCost cholesky_cost{3, 2000, 6000, 0}, lu_cost{2.3, 2000, 10000, 150},
    qr_cost{1.8, 12000, 12000, 150};

void require_problems(const char* routine, Index problems, const std::int64_t* infos) {
  require_size(routine, "the number of problems", problems);
  if (problems > 0) require_address(routine, "info", infos, "pass room for one number a problem");
}

BatchGroup panel_group(const BatchCost& cost, double flops, Type type, Index m, Index n, Index problems) {
  const Index elements = m * n;
  return {elements > 0 ? problems : 0, cost.of(type, flops, std::min(m, n), elements), {elements, 0, 0}};
}

/// A column-major matrix without its address.
struct Extent {
  Index rows, columns, leading;
};

/// One group of matrices that are worked on in place.
template <class T>
void run_in_place(const BatchGroup& group, const Extent& of, const MatrixList<T>& a, const BatchWork& work,
                  const std::function<void(Index)>& single) {
  const auto place = [&](Index, int operand, Index i) {
    return operand > 0 ? BatchPlace{} : place_of(a[i], of.rows, of.columns, of.leading);
  };
  run_batch({{&group, 1}, sizeof(T)}, {1, place, work, [&](Index, Index i) { single(i); }});
}

/// A row-major matrix is its transpose.
template <class T>
Extent stored(const PanelBatch<T>& batch) {
  if (batch.layout == Layout::row_major) return {batch.n, batch.m, batch.lda};
  return {batch.m, batch.n, batch.lda};
}

template <class T>
bool has_work(const char* routine, const PanelBatch<T>& batch) {
  const bool by_rows = is_by_rows(routine, batch.layout);
  require_size(routine, "m", batch.m);
  require_size(routine, "n", batch.n);
  require_matrix(routine, "a", "lda", by_rows ? batch.n : batch.m, by_rows ? batch.m : batch.n, batch.lda,
                 sizeof(T));
  if (batch.m == 0 || batch.n == 0 || batch.problems == 0) return false;
  require_addresses(routine, "a", batch.a, batch.problems);
  return true;
}

/// What a panel's factorisation writes in place, and `beside`, a vector of each.
template <class T, class Other>
BatchOperands written(const char* routine, const PanelBatch<T>& batch, const char* name,
                      const MatrixList<Other>& beside) {
  const Extent a = stored(batch);
  const Index least = std::min(batch.m, batch.n);
  BatchOperands operands(routine, batch.problems);
  operands.write("a", batch.a, a.rows, a.columns, a.leading);
  return operands.write(name, beside, least, 1, least);
}

}  // namespace

BatchGroup potrf_batch_group(Type type, Index n, Index problems) {
  const double order = double(n);
  const double flops = flops_each(type) * order * order * order / 6;
  return {n > 0 ? problems : 0, cholesky_cost.of(type, flops, n, 0), {n * (n + 1) / 2, 0, 0}};
}

BatchGroup getrf_batch_group(Type type, Index m, Index n, Index problems) {
  return panel_group(lu_cost, lu_flops({type, m, n}), type, m, n, problems);
}

BatchGroup geqrf_batch_group(Type type, Index m, Index n, Index problems) {
  return panel_group(qr_cost, qr_flops({type, m, n}), type, m, n, problems);
}

template <class T>
void each_of_batch(Index problems, double cost, Index elements, const MatrixList<T>& a,
                   const std::function<void(Index)>& one) {
  const auto work = [&](Index, Range numbers) {
    for (Index i = numbers.begin; i < numbers.end; ++i) one(i);
  };
  run_in_place<T>({problems, cost, {elements, 0, 0}}, {elements, 1, elements}, a, work, one);
}

template <class T>
void potrf_batch(const StoredTriangle<T>& shape, const MatrixList<T>& a, Index problems,
                 std::int64_t* infos) {
  require_problems(shape.routine, problems, infos);
  if (problems == 0) return;
  if (shape.n > 0) require_addresses(shape.routine, "a", a, problems);
  StoredTriangle<T> first = shape;
  first.a = shape.n > 0 ? a[0] : nullptr;
  require(first);
  if (shape.n == 0) {
    std::fill_n(infos, problems, 0);
    return;
  }
  if (batches_are_checked())
    BatchOperands(shape.routine, problems)
        .write("a", a, shape.n, shape.n, shape.lda)
        .infos(infos)
        .require_apart();
  const UniformCholesky<T> each(shape);
  const auto single = [&](Index i) {
    StoredTriangle<T> one = shape;
    one.a = a[i];
    infos[i] = factor_cholesky(one);
  };
  const auto work = [&](Index, Range numbers) { each.factor(a, numbers, infos); };
  run_in_place<T>(potrf_batch_group(type_of<T>(), shape.n, problems), {shape.n, shape.n, shape.lda}, a, work,
                  single);
}

template <class T>
void getrf_batch(const PanelBatch<T>& batch, const MatrixList<std::int64_t>& pivots, std::int64_t* infos) {
  require_problems("getrf_batch", batch.problems, infos);
  if (!has_work("getrf_batch", batch)) {
    std::fill_n(infos, batch.problems, 0);
    return;
  }
  require_addresses("getrf_batch", "ipiv", pivots, batch.problems);
  if (batches_are_checked()) written("getrf_batch", batch, "ipiv", pivots).infos(infos).require_apart();
  const PanelShape shape{type_of<T>(), batch.m, batch.n, batch.layout == Layout::row_major};
  const auto single = [&](Index i) {
    infos[i] = factor(LuProblem<T>{batch.m, batch.n, batch.a[i], batch.lda, pivots[i], batch.layout});
  };
  const UniformLu<T> each(shape);
  const auto work = [&](Index, Range numbers) { each.factor(batch.a, batch.lda, pivots, numbers, infos); };
  run_in_place<T>(getrf_batch_group(type_of<T>(), batch.m, batch.n, batch.problems), stored(batch), batch.a,
                  work, single);
}

template <class T>
void geqrf_batch(const PanelBatch<T>& batch, const MatrixList<T>& tau) {
  require_size("geqrf_batch", "the number of problems", batch.problems);
  if (!has_work("geqrf_batch", batch)) return;
  require_addresses("geqrf_batch", "tau", tau, batch.problems);
  if (batches_are_checked()) written("geqrf_batch", batch, "tau", tau).require_apart();
  const PanelShape shape{type_of<T>(), batch.m, batch.n};
  const auto single = [&](Index i) {
    factor(QrProblem<T>{batch.m, batch.n, batch.a[i], batch.lda, tau[i], batch.layout});
  };
  const auto work = [&](Index, Range numbers) {
    if (batch.layout == Layout::column_major) return factor_alike(shape, batch.a, batch.lda, tau, numbers);
    for (Index i = numbers.begin; i < numbers.end; ++i) single(i);
  };
  run_in_place<T>(geqrf_batch_group(type_of<T>(), batch.m, batch.n, batch.problems), stored(batch), batch.a,
                  work, single);
}

template void each_of_batch(Index, double, Index, const MatrixList<float>&,
                            const std::function<void(Index)>&);
template void potrf_batch(const StoredTriangle<float>&, const MatrixList<float>&, Index, std::int64_t*);
template void getrf_batch(const PanelBatch<float>&, const MatrixList<std::int64_t>&, std::int64_t*);
template void geqrf_batch(const PanelBatch<float>&, const MatrixList<float>&);
template void each_of_batch(Index, double, Index, const MatrixList<double>&,
                            const std::function<void(Index)>&);
template void potrf_batch(const StoredTriangle<double>&, const MatrixList<double>&, Index, std::int64_t*);
template void getrf_batch(const PanelBatch<double>&, const MatrixList<std::int64_t>&, std::int64_t*);
template void geqrf_batch(const PanelBatch<double>&, const MatrixList<double>&);
template void each_of_batch(Index, double, Index, const MatrixList<std::complex<float>>&,
                            const std::function<void(Index)>&);
template void potrf_batch(const StoredTriangle<std::complex<float>>&, const MatrixList<std::complex<float>>&,
                          Index, std::int64_t*);
template void getrf_batch(const PanelBatch<std::complex<float>>&, const MatrixList<std::int64_t>&,
                          std::int64_t*);
template void geqrf_batch(const PanelBatch<std::complex<float>>&, const MatrixList<std::complex<float>>&);
template void each_of_batch(Index, double, Index, const MatrixList<std::complex<double>>&,
                            const std::function<void(Index)>&);
template void potrf_batch(const StoredTriangle<std::complex<double>>&,
                          const MatrixList<std::complex<double>>&, Index, std::int64_t*);
template void getrf_batch(const PanelBatch<std::complex<double>>&, const MatrixList<std::int64_t>&,
                          std::int64_t*);
template void geqrf_batch(const PanelBatch<std::complex<double>>&, const MatrixList<std::complex<double>>&);

}  // namespace numapack
