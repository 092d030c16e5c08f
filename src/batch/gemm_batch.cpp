// SPDX-License-Identifier: BSD-3-Clause
#include "batch/gemm_batch.hpp"

#include <algorithm>
#include <vector>

#include "batch/batch_error.hpp"
#include "batch/overlap.hpp"
#include "batch/run_batch.hpp"
#include "level3/gemm.hpp"
#include "level3/uniform_gemm.hpp"

namespace numapack {

namespace {

/// The overhead of a problem, as a number of multiply-adds: n = 4 takes 15 ns (PR-026).
constexpr double flops_of_call = 250;

template <class T>
Index rows_of_a(const Problem<T>& p) {
  return transposes(p.trans_a) ? p.k : p.m;
}
template <class T>
Index columns_of_a(const Problem<T>& p) {
  return transposes(p.trans_a) ? p.m : p.k;
}
template <class T>
Index rows_of_b(const Problem<T>& p) {
  return transposes(p.trans_b) ? p.n : p.k;
}
template <class T>
Index columns_of_b(const Problem<T>& p) {
  return transposes(p.trans_b) ? p.k : p.n;
}

template <class T>
bool reads_inputs(const Problem<T>& p) {
  return p.k > 0 && p.alpha != T{0};
}

template <class T>
void check(const GemmGroup<T>& group) {
  const char* const routine = group.shape.names->routine;
  require_size(routine, "the number of problems", group.problems);
  if (group.problems == 0) return;
  Problem<T> first = group.shape;
  const Problem<T>& p = group.shape;
  if (p.m > 0 && p.n > 0) require_addresses(routine, "c", group.c, group.problems);
  if (p.m > 0 && p.n > 0 && reads_inputs(p)) {
    require_addresses(routine, p.names->a, group.a, group.problems);
    require_addresses(routine, p.names->b, group.b, group.problems);
  }
  // Without addresses nothing is said of what overlaps.
  first.c = group.c.listed != nullptr || group.c.first != nullptr ? group.c[0] : nullptr;
  first.a = group.a.listed != nullptr || group.a.first != nullptr ? group.a[0] : nullptr;
  first.b = group.b.listed != nullptr || group.b.first != nullptr ? group.b[0] : nullptr;
  validate(first);
}

template <class T>
void check_overlaps(std::span<const GemmGroup<T>> groups) {
  std::vector<BatchMatrix> matrices;
  const auto add = [&](const auto& list, Index i, Index rows, Index columns, Index leading, bool written,
                       std::size_t group, const char* name) {
    matrices.push_back({reinterpret_cast<std::uintptr_t>(list[i]), rows, columns, leading, written,
                        static_cast<Index>(group), i, name, sizeof(T)});
  };
  for (std::size_t number = 0; number < groups.size(); ++number) {
    const GemmGroup<T>& group = groups[number];
    const Problem<T>& p = group.shape;
    for (Index i = 0; i < group.problems && p.m > 0 && p.n > 0; ++i) {
      add(group.c, i, p.m, p.n, p.ldc, true, number, "c");
      if (!reads_inputs(p)) continue;
      add(group.a, i, rows_of_a(p), columns_of_a(p), p.lda, false, number, p.names->a);
      add(group.b, i, rows_of_b(p), columns_of_b(p), p.ldb, false, number, p.names->b);
    }
  }
  require_apart("gemm_batch", std::move(matrices));
}

}  // namespace

template <class T>
BatchGroup batch_group_of(const GemmGroup<T>& group) {
  const Problem<T>& p = group.shape;
  const bool nothing = p.m == 0 || p.n == 0, reads = !nothing && reads_inputs(p);
  return {nothing ? 0 : group.problems,
          flops_of_call + (reads ? flops_of(type_of<T>(), p.m, p.n, p.k) : double(p.m) * double(p.n)),
          {p.m * p.n, reads ? p.m * p.k : 0, reads ? p.k * p.n : 0}};
}

template <class T>
void gemm_batch(std::span<const GemmGroup<T>> groups) {
  double cost = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups.size() == 1)
      check(groups[i]);
    else
      check_group(static_cast<Index>(i), [&] { check(groups[i]); });
    cost += batch_group_of(groups[i]).all();
  }
  if (batches_are_checked()) check_overlaps(groups);
  if (is_batch_for_caller(cost)) {
    const BatchScope scope;
    for (const GemmGroup<T>& group : groups)
      if (group.problems > 0)
        UniformGemm<T>(group.shape).multiply(group.a, group.b, group.c, {0, group.problems});
    return;
  }
  std::vector<BatchGroup> shape;
  shape.reserve(groups.size());
  for (const GemmGroup<T>& group : groups) shape.push_back(batch_group_of(group));
  const auto place = [&](Index number, int operand, Index i) -> BatchPlace {
    const GemmGroup<T>& group = groups[static_cast<std::size_t>(number)];
    const Problem<T>& p = group.shape;
    if (operand > 0 && !reads_inputs(p)) return {};
    if (operand == 1) return place_of(group.a[i], rows_of_a(p), columns_of_a(p), p.lda);
    if (operand == 2) return place_of(group.b[i], rows_of_b(p), columns_of_b(p), p.ldb);
    return place_of(group.c[i], p.m, p.n, p.ldc);
  };
  const auto work = [&](Index number, Range problems) {
    const GemmGroup<T>& group = groups[static_cast<std::size_t>(number)];
    UniformGemm<T>(group.shape).multiply(group.a, group.b, group.c, problems);
  };
  const auto single = [&](Index number, Index i) {
    const GemmGroup<T>& group = groups[static_cast<std::size_t>(number)];
    Problem<T> problem = group.shape;
    problem.c = group.c[i];
    if (reads_inputs(problem)) problem.a = group.a[i], problem.b = group.b[i];
    gemm(problem);
  };
  run_batch({shape, sizeof(T)}, {3, place, work, single});
}

template BatchGroup batch_group_of(const GemmGroup<float>&);
template BatchGroup batch_group_of(const GemmGroup<double>&);
template BatchGroup batch_group_of(const GemmGroup<std::complex<float>>&);
template BatchGroup batch_group_of(const GemmGroup<std::complex<double>>&);
template void gemm_batch(std::span<const GemmGroup<float>>);
template void gemm_batch(std::span<const GemmGroup<double>>);
template void gemm_batch(std::span<const GemmGroup<std::complex<float>>>);
template void gemm_batch(std::span<const GemmGroup<std::complex<double>>>);

}  // namespace numapack
