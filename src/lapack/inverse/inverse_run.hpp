// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "lapack/inverse/inverse_steps.hpp"
#include "lapack/rank_k.hpp"
#include "lapack/unblocked_triangle.hpp"
#include "runtime/require_settings.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

/// Runs the steps of an inverse, except `divide`, on one triangle of a matrix.
template <class T>
class InverseRun {
 public:
  InverseRun(const StoredTriangle<T>& a, bool unit_diagonal) : a_(a), unit_diagonal_(unit_diagonal) {}

  void operator()(const InverseStep& step) {
    const StoredTriangle<T> first = a_.part(step.first);
    switch (step.what) {
      case InverseStep::What::invert:
        return unblocked_.invert(first, unit_diagonal_, close_);
      case InverseStep::What::multiply:
        return unblocked_.multiply(first);
      case InverseStep::What::rank_k:
        return add_rank_k(first, T{1}, a_.is_lower() ? Transpose::conjugate_transpose : Transpose::none,
                          rectangle(step), step.second.size());
      case InverseStep::What::trmm:
        return multiply_by_triangle(triangle(step));
      case InverseStep::What::trsm:
        return solve_triangle(triangle(step));
      case InverseStep::What::divide:
        return;
    }
  }

  /// In place of a triangle without zeros on its diagonal.
  void invert(Side close) {
    close_ = close;
    multiplies_adjoint_ = false;
    steps_of_triangle_inverse(a_.stored, close, a_.n, [&](const InverseStep& step) { (*this)(step); });
  }
  void multiply_by_adjoint() {
    multiplies_adjoint_ = true;
    steps_of_adjoint_product(a_.stored, a_.n, [&](const InverseStep& step) { (*this)(step); });
  }

 private:
  T* rectangle(const InverseStep& step) const {
    const auto [first, second] = std::pair(step.first.begin, step.second.begin);
    return a_.a + (a_.is_lower() ? second + first * a_.lda : first + second * a_.lda);
  }

  TriangularProblem<T> triangle(const InverseStep& step) const {
    const StoredTriangle<T> on_side =
        a_.part((step.side == Side::left) == a_.is_lower() ? step.second : step.first);
    TriangularProblem<T> problem;
    problem.routine = a_.routine;
    problem.side = step.side;
    problem.stored = a_.stored;
    problem.trans = multiplies_adjoint_ ? Transpose::conjugate_transpose : Transpose::none;
    problem.unit_diagonal = !multiplies_adjoint_ && unit_diagonal_;
    problem.m = (a_.is_lower() ? step.second : step.first).size();
    problem.n = (a_.is_lower() ? step.first : step.second).size();
    problem.alpha = !multiplies_adjoint_ && step.what == InverseStep::What::trmm ? T{-1} : T{1};
    problem.a = on_side.a, problem.lda = a_.lda;
    problem.b = rectangle(step), problem.ldb = a_.lda;
    return problem;
  }

  const StoredTriangle<T> a_;
  const bool unit_diagonal_;
  Side close_ = Side::left;
  bool multiplies_adjoint_ = false;
  UnblockedTriangle<T> unblocked_;
};

/// Throws for settings that make no sense, before anything is written.
inline void require_settings_of(Index n) {
  if (n > most_unblocked)
    require_runtime();
  else if (n > 0)
    require_settings();
}

/// The inverse of a triangle whose arguments were looked at. Returns the number, from 1, of the first zero on
/// the diagonal, and has written nothing then.
template <class T>
Index invert_checked(const StoredTriangle<T>& a, bool unit_diagonal, Side close) {
  if (!unit_diagonal)
    for (Index i = 0; i < a.n; ++i)
      if (a.diagonal(i) == T{0}) return i + 1;
  require_settings_of(a.n);
  InverseRun<T>(a, unit_diagonal).invert(close);
  return 0;
}

}  // namespace numapack
