// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <random>
#include <string>
#include <vector>

#include "cli/plans/prediction.hpp"

namespace numapack {

/// Routines whose kernels are timed by themselves, the most important first; hemm is symm's, and so on
/// (kernel_costs_of()).
const std::vector<std::string>& timed_routines();

/// One of all that have a prediction, with the letter of a type that it has: "zunmqr".
std::string random_routine(std::mt19937_64& random);

/// A routine of a type with these sizes, as far as it has them, on so many threads, and letters drawn.
struct CallSpec {
  std::string routine;
  Index m = 0, n = 0, k = 0;
  int threads = 1;
  std::vector<std::string> letters;  ///< options of `plan`: "--uplo", "U"
};

/// Sizes from `least` to `most`, each size as likely as its half; in every third call one of them is a block
/// of 32 to 256, as LAPACK's calls have it. No call of more multiply-adds than `most_work`.
CallSpec random_call(const std::string& routine, Index least, Index most, double most_work, int threads,
                     std::mt19937_64& random);

/// The job of a call on this machine.
Job job_of(const CallSpec& call, const Machine& machine);

/// The prediction for a job by these figures.
Prediction predict(const Job& job, const Machine& machine, const ChosenProfile& chosen);

/// The median of some calls of numapack in this process, whose threads are set for that long, as `gemm` makes
/// them. A short call is repeated.
double timed_seconds(const Job& job, const Machine& machine);

}  // namespace numapack
