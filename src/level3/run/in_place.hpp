// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "level3/algorithms/algorithm.hpp"
#include "level3/call/packing.hpp"
#include "level3/run/dense_copies.hpp"
#include "level3/run/trace.hpp"

namespace numapack {

/// C[rows, columns] of a tiny product with structure.
template <class T>
void multiply_dense(const Problem<T>& problem, const Kernel<T>& kernel, Range rows, Range columns,
                    const Tracer& tracer, Index thread) {
  if (overlap_of(problem.region, rows, columns) == Overlap::none) return;
  const DenseCopies<T> dense(problem, rows, columns);
  const auto add = [&](const Problem<T>& product, Range steps) {
    tracer.note(TraceRecord::What::in_place, thread, rows, columns, steps);
    kernel.in_place(rows.size(), columns.size(), product.k, product.alpha, dense.a(product), dense.b(product),
                    product.beta, dense.c(), dense.ldc(), nullptr);
  };
  add(problem, {0, problem.k});
  if (problem.twofold) add(problem.exchanged(), {problem.k, 2 * problem.k});
  dense.write_back();
}

/// C[rows, columns] in place, with the parameters of `algorithm`. Needs no workspace.
template <class T>
void multiply_in_place(const Problem<T>& problem, const Kernel<T>& kernel, const InPlaceAlgorithm& algorithm,
                       Range rows, Range columns, const Tracer& tracer, Index thread) {
  if (rows.size() <= 0) return;
  if (problem.is_structured()) return multiply_dense(problem, kernel, rows, columns, tracer, thread);
  for (Index j = columns.begin; j < columns.end; j += algorithm.columns) {
    const Index now = std::min(algorithm.columns, columns.end - j),
                next = std::min(algorithm.columns, columns.end - j - now);
    T* const c = problem.c + rows.begin + j * problem.ldc;
    for (Index p = 0; p < problem.k; p += algorithm.depth) {
      const Index depth = std::min(algorithm.depth, problem.k - p);
      const PackSource<T> a = source_of_a(problem, rows.begin, p), b = source_of_b(problem, j, p);
      const T beta = p == 0 ? problem.beta : T{1};
      tracer.note(TraceRecord::What::in_place, thread, rows, {j, j + now}, {p, p + depth});
      if (next == 0 && !algorithm.prefetches_below) {
        kernel.in_place(rows.size(), now, depth, problem.alpha, a, b, beta, c, problem.ldc, nullptr);
        continue;
      }
      Following<T> following;
      following.c_below = algorithm.prefetches_below;
      if (!algorithm.prefetches_below)
        following = {{{b.data + now * b.along, problem.ldb, depth, next},
                      {c + now * problem.ldc, problem.ldc, rows.size(), next}}};
      kernel.in_place(rows.size(), now, depth, problem.alpha, a, b, beta, c, problem.ldc, &following);
    }
  }
}

}  // namespace numapack
