// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "peer/processes/blas_library.hpp"
#include "peer/work/calls.hpp"
#include "peer/work/factors.hpp"
#include "peer/work/random.hpp"
#include "peer/work/solutions.hpp"

namespace numapack {

/// The problem of a job on its operands, for a library or (null) this build, before its first call.
template <class T>
LapackProblem<T> lapack_problem(const Job& job, const Operands<T>& operands, const LibraryRoutine* theirs) {
  LapackProblem<T> problem;
  problem.form = job.form;
  problem.m = job.call.m, problem.n = job.call.n, problem.k = job.call.k;
  problem.a = operands.place(0), problem.lda = job.leading(0);
  if (const int other = job.form.routine->written(); other != 0)
    problem.b = operands.place(other), problem.ldb = job.leading(other);
  const BlasName routine = job.form.routine->id;
  if (routine == BlasName::ormqr || routine == BlasName::orgqr)
    for (Index r = 0; r < problem.k; ++r) problem.tau.push_back(factor_of_reflector<T>(job, r));
  make_room(theirs, problem);
  if (routine != BlasName::getri && routine != BlasName::getrs) return problem;
  std::vector<std::int64_t> pivots;
  for (Index step = 0; step < job.rows(0); ++step) pivots.push_back(exchanged_row(job, step));
  set_pivots(problem, pivots);
  return problem;
}

/// A routine of LAPACK. What it leaves is another problem, so each call finds its matrices as they were,
/// which is not timed.
template <class T>
class Factorisation final : public Calls<T> {
  using Calls<T>::Calls;

  void find() override {
    if (this->library() != nullptr) theirs_ = this->library()->routine(this->job().form, type_of<T>());
  }
  const LibraryRoutine* theirs() const { return this->library() != nullptr ? &theirs_ : nullptr; }

  void begin() override {
    problem_ = lapack_problem(this->job(), this->operands(), theirs());
    a_before_ = stored(0);
    if (problem_.b != nullptr) b_before_ = stored(this->job().form.routine->written());
  }
  std::vector<T> stored(int operand) const {
    const Job& job = this->job();
    const T* const first = this->operands().place(operand);
    return {first, first + job.leading(operand) * (job.columns(operand) - 1) + job.rows(operand)};
  }
  double calls(Index count) override {
    double seconds = 0;
    for (Index i = 0; i < count; ++i) {
      std::ranges::copy(a_before_, problem_.a);
      std::ranges::copy(b_before_, problem_.b);
      seconds += this->timed(
          1, [&](const BlasLibrary& library) { library.run(theirs_, problem_); },
          [&] { call_own(problem_); });
      if (problem_.info != 0)
        invalid(std::string(this->job().form.routine->name), "its info is " + std::to_string(problem_.info),
                "0 is right here");
    }
    return seconds;
  }
  ErrorReport compare_with_reference() const override {
    if (this->job().form.routine->is_solver()) return check_solution(this->job(), problem_);
    return check_factors(this->job(), Factors<T>{problem_.a, pivots_of(theirs(), problem_), problem_.tau});
  }

  LibraryRoutine theirs_;
  LapackProblem<T> problem_;
  std::vector<T> a_before_, b_before_;
};

}  // namespace numapack
