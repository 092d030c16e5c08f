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

namespace numapack {

/// A routine of LAPACK. What it leaves is another problem, so each call finds the matrix as it was, which is
/// not timed.
template <class T>
class Factorisation final : public Calls<T> {
  using Calls<T>::Calls;

  void find() override {
    if (this->library() != nullptr) theirs_ = this->library()->routine(this->job().form, type_of<T>());
  }
  const LibraryRoutine* theirs() const { return this->library() != nullptr ? &theirs_ : nullptr; }

  void begin() override {
    const Job& job = this->job();
    problem_.form = job.form;
    problem_.m = job.call.m, problem_.n = job.call.n;
    problem_.a = this->operands().matrix(), problem_.lda = job.leading(0);
    before_.assign(problem_.a, problem_.a + job.leading(0) * (job.call.n - 1) + job.call.m);
    make_room(theirs(), problem_);
    if (job.form.routine->id != BlasName::getri) return;
    std::vector<std::int64_t> pivots;
    for (Index step = 0; step < job.call.n; ++step) pivots.push_back(exchanged_row(job, step));
    set_pivots(problem_, pivots);
  }
  double calls(Index count) override {
    double seconds = 0;
    for (Index i = 0; i < count; ++i) {
      std::copy(before_.begin(), before_.end(), problem_.a);
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
    return check_factors(this->job(), Factors<T>{problem_.a, pivots_of(theirs(), problem_), problem_.tau});
  }

  LibraryRoutine theirs_;
  LapackProblem<T> problem_;
  std::vector<T> before_;
};

}  // namespace numapack
