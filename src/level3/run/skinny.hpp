// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/packing.hpp"
#include "level3/run/tall.hpp"

namespace numapack {

/// C[rows, columns] of a skinny problem, summed over some steps of K.
template <class T>
SkinnyProduct<T> skinny_product(const Problem<T>& problem, const Skinny& algorithm, Range rows, Range columns,
                                Range depth) {
  const PackSource<T> a = source_of_a(problem, rows.begin, depth.begin);
  const PackSource<T> b = source_of_b(problem, columns.begin, depth.begin);
  SkinnyProduct<T> product;
  product.form = algorithm.form;
  product.k = depth.size();
  product.alpha = problem.alpha;
  product.beta = problem.beta;
  product.c = problem.c + rows.begin + columns.begin * problem.ldc;
  const bool a_is_long = algorithm.longer == SkinnyOperand::a;
  product.rows = a_is_long ? rows.size() : columns.size();
  product.few = a_is_long ? columns.size() : rows.size();
  product.whole_few = a_is_long ? problem.n : problem.m;
  product.together = algorithm.together;
  product.from_memory = algorithm.from_memory;
  product.longer = a_is_long ? a : b;
  product.skinny = a_is_long ? b : a;
  product.c_along = a_is_long ? 1 : problem.ldc;
  product.c_across = a_is_long ? problem.ldc : 1;
  return product;
}

template <class T>
void multiply_skinny(const Problem<T>& problem, const Kernel<T>& kernel, const Skinny& algorithm, Range rows,
                     Range columns, const Tracer& tracer, Index thread) {
  if (rows.size() <= 0 || columns.size() <= 0) return;
  if (algorithm.form == SkinnyForm::in_kc_blocks)
    return multiply_tall(problem, kernel, algorithm.tall, rows, columns, tracer, thread);
  tracer.note(TraceRecord::What::skinny, thread, rows, columns, {0, problem.k});
  kernel.skinny(skinny_product(problem, algorithm, rows, columns, {0, problem.k}));
}

}  // namespace numapack
