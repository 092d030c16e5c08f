// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/run/pack_operands.hpp"
#include "triangle/triangle.hpp"

namespace numapack {

/// op(A) as the A (left) or the B (right) of a product.
template <class T>
Problem<T> as_operand(const TriangularProblem<T>& p) {
  const Pattern pattern{Structure::triangular, p.stored, p.unit_diagonal};
  Problem<T> problem;
  if (p.side == Side::left)
    problem.trans_a = p.trans, problem.a = p.a, problem.lda = p.lda, problem.pattern_a = pattern;
  else
    problem.trans_b = p.trans, problem.b = p.a, problem.ldb = p.lda, problem.pattern_b = pattern;
  problem.m = problem.n = problem.k = p.order();
  return problem;
}

/// Packs some lines of the triangle on the diagonal, whole panels of the kernel, with zeros in the other
/// triangle, and for a solve the inverse of each element on the diagonal, which it multiplies by: one
/// division an element instead of one a line. Null: none. `panels`, `inverse`: those of these lines.
template <class T>
void pack_diagonal(const Kernel<T>& kernel, const TriangularProblem<T>& p, Range lines, Range now, T* panels,
                   T* inverse) {
  if (p.side == Side::left)
    pack_a(kernel, as_operand(p), lines, now, panels);
  else
    pack_b(kernel, as_operand(p), lines, now, panels);
  if (p.unit_diagonal || inverse == nullptr) return;
  for (Index i = lines.begin; i < lines.end; ++i) inverse[i - lines.begin] = quotient(T{1}, p.op_of_a(i, i));
}

/// Some lines of what a step's elements do to the others: rows of op(A)[rest, now] (left) or columns of
/// op(A)[now, rest] (right).
template <class T>
void pack_rest(const Kernel<T>& kernel, const TriangularProblem<T>& p, Range lines, Range now, T* panels) {
  const Problem<T> operand = as_operand(p);
  if (p.side == Side::left)
    kernel.pack_a(source_of_a(operand, lines.begin, now.begin), lines.size(), now.size(), panels);
  else
    kernel.pack_b(source_of_b(operand, lines.begin, now.begin), lines.size(), now.size(), panels);
}

}  // namespace numapack
