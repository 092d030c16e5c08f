// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <deque>
#include <vector>

#include "batch/batch_cost.hpp"
#include "batch/batch_error.hpp"
#include "batch/lapack_batch.hpp"
#include "batch/overlap.hpp"
#include "batch/run_batch.hpp"
#include "triangle/triangle_plan.hpp"
#include "triangle/uniform_trsm.hpp"

namespace numapack {

namespace {

constexpr BatchCost solve_cost{2, 2000, 6000, 0};

template <class T>
bool reads_triangle(const TrsmGroup<T>& group) {
  return group.shape.m > 0 && group.shape.n > 0 && group.shape.alpha != T{0};
}

template <class T>
void check(const TrsmGroup<T>& group) {
  const TriangularProblem<T>& p = group.shape;
  require_size(p.routine, "the number of problems", group.problems);
  require_transpose(p.routine, p.trans);
  require_size(p.routine, p.by_rows ? "n" : "m", p.m);
  require_size(p.routine, p.by_rows ? "m" : "n", p.n);
  require_matrix(p.routine, "a", "lda", p.order(), p.order(), p.lda, sizeof(T));
  require_matrix(p.routine, "b", "ldb", p.m, p.n, p.ldb, sizeof(T));
  if (group.problems == 0 || p.m == 0 || p.n == 0) return;
  require_addresses(p.routine, "b", group.b, group.problems);
  require_addresses(p.routine, "a", group.a, group.problems);
}

template <class T>
void check_overlaps(std::span<const TrsmGroup<T>> groups) {
  std::vector<BatchMatrix> matrices;
  for (std::size_t number = 0; number < groups.size(); ++number) {
    const TrsmGroup<T>& group = groups[number];
    const TriangularProblem<T>& p = group.shape;
    const auto g = static_cast<Index>(number);
    for (Index i = 0; i < group.problems; ++i) {
      if (p.m == 0 || p.n == 0) break;
      matrices.push_back(
          {reinterpret_cast<std::uintptr_t>(group.b[i]), p.m, p.n, p.ldb, true, g, i, "b", sizeof(T)});
      if (reads_triangle(group))
        matrices.push_back({reinterpret_cast<std::uintptr_t>(group.a[i]), p.order(), p.order(), p.lda, false,
                            g, i, "a", sizeof(T)});
    }
  }
  require_apart("trsm_batch", std::move(matrices));
}

}  // namespace

template <class T>
BatchGroup batch_group_of(const TrsmGroup<T>& group) {
  const TriangularProblem<T>& p = group.shape;
  const Index order = p.order();
  if (p.m == 0 || p.n == 0) return {};
  return {group.problems,
          solve_cost.of(type_of<T>(),
                        flops_each(type_of<T>()) / 2 * double(order) * double(p.m) * double(p.n), order, 0),
          {p.m * p.n, reads_triangle(group) ? order * (order + 1) / 2 : 0, 0}};
}

template <class T>
void trsm_batch(std::span<const TrsmGroup<T>> groups) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups.size() == 1)
      check(groups[i]);
    else
      check_group(static_cast<Index>(i), [&] { check(groups[i]); });
  }
  if (batches_are_checked()) check_overlaps(groups);
  std::vector<BatchGroup> shape;
  std::deque<UniformTrsm<T>> each;
  for (const TrsmGroup<T>& group : groups) {
    shape.push_back(batch_group_of(group));
    each.emplace_back(group.shape);
  }
  const auto place = [&](Index number, int operand, Index i) -> BatchPlace {
    const TrsmGroup<T>& group = groups[static_cast<std::size_t>(number)];
    const TriangularProblem<T>& p = group.shape;
    if (operand == 0) return place_of(group.b[i], p.m, p.n, p.ldb);
    if (operand > 1 || !reads_triangle(group)) return {};
    return place_of(group.a[i], p.order(), p.order(), p.lda);
  };
  const auto work = [&](Index number, Range problems) {
    const TrsmGroup<T>& group = groups[static_cast<std::size_t>(number)];
    each[static_cast<std::size_t>(number)].solve(group.a, group.b, problems);
  };
  const auto single = [&](Index number, Index i) {
    const TrsmGroup<T>& group = groups[static_cast<std::size_t>(number)];
    TriangularProblem<T> problem = group.shape;
    problem.a = group.a[i], problem.b = group.b[i];
    solve_triangle(problem);
  };
  run_batch({shape, sizeof(T)}, {2, place, work, single});
}

template BatchGroup batch_group_of(const TrsmGroup<float>&);
template void trsm_batch(std::span<const TrsmGroup<float>>);
template BatchGroup batch_group_of(const TrsmGroup<double>&);
template void trsm_batch(std::span<const TrsmGroup<double>>);
template BatchGroup batch_group_of(const TrsmGroup<std::complex<float>>&);
template void trsm_batch(std::span<const TrsmGroup<std::complex<float>>>);
template BatchGroup batch_group_of(const TrsmGroup<std::complex<double>>&);
template void trsm_batch(std::span<const TrsmGroup<std::complex<double>>>);

}  // namespace numapack
