#pragma once

#include "gemm/homes.hpp"
#include "gemm/packing.hpp"
#include "gemm/tall.hpp"
#include "gemm/thin_choice.hpp"

namespace numapack {

/// C[rows, columns] of a thin problem, of which `choice` is that of the whole, summed over some steps of K.
template <class T>
ThinProduct<T> thin_product(const Problem<T>& problem, const KernelShape& kernel, const ThinChoice& choice,
                            Range rows, Range columns, Range depth) {
  const PackSource<T> a = source_of_a(problem, rows.begin, depth.begin);
  const PackSource<T> b = source_of_b(problem, columns.begin, depth.begin);
  ThinProduct<T> product;
  product.form = choice.form;
  product.k = depth.size();
  product.alpha = problem.alpha;
  product.beta = problem.beta;
  product.c = problem.c + rows.begin + columns.begin * problem.ldc;
  const bool a_is_long = choice.longer == ThinOperand::a;
  product.rows = a_is_long ? rows.size() : columns.size();
  product.few = a_is_long ? columns.size() : rows.size();
  product.whole_few = a_is_long ? problem.n : problem.m;
  product.together = columns_by_vector(kernel, product.rows * static_cast<Index>(sizeof(T)));
  product.from_memory =
      product.rows * product.k * static_cast<Index>(sizeof(T)) >= streams_from_bytes(kernel);
  product.longer = a_is_long ? a : b;
  product.slim = a_is_long ? b : a;
  product.c_along = a_is_long ? 1 : problem.ldc;
  product.c_across = a_is_long ? problem.ldc : 1;
  return product;
}

template <class T>
void multiply_thin(const Problem<T>& problem, const Kernel<T>& kernel, const ThinChoice& choice, Range rows,
                   Range columns) {
  if (rows.size() <= 0 || columns.size() <= 0) return;
  if (choice.form == ThinForm::in_slabs) return multiply_tall(problem, kernel, rows, columns);
  kernel.thin(thin_product(problem, kernel.shape, choice, rows, columns, {0, problem.k}));
}

/// All of it, if it is thin; returns false, having done nothing, for other problems.
template <class T>
bool multiply_thin(const Problem<T>& problem, const Kernel<T>& kernel) {
  const ThinChoice choice = choose_thin(problem.shape(), kernel.shape);
  if (!choice.is_thin()) return false;
  multiply_thin(problem, kernel, choice, {0, problem.m}, {0, problem.n});
  return true;
}

}  // namespace numapack
