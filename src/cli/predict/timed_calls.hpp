// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cli/plans/prediction.hpp"

namespace numapack {

class Workload;

/// Routines whose kernels are timed by themselves, the most important first; hemm is symm's, and so on
/// (kernel_costs_of()).
const std::vector<std::string>& timed_routines();

/// One of all that have a prediction, with the letter of a type that it has: "zunmqr".
std::string random_routine(std::mt19937_64& random);

/// What a call is besides a routine's: a product with a prepacked operand, or many problems at once.
struct CallForm {
  char packed = 0;     ///< 'a' or 'b'
  Index problems = 0;  ///< of a batch

  const char* name() const { return packed != 0 ? "packed" : problems > 0 ? "batch" : ""; }
};

/// A routine of a type with these sizes, as far as it has them, on so many threads, and letters drawn.
struct CallSpec {
  std::string routine;
  Index m = 0, n = 0, k = 0;
  int threads = 1;
  std::vector<std::string> letters;  ///< options of `plan`: "--uplo", "U"
  CallForm form = {};
};

/// Sizes from `least` to `most`, each size as likely as its half; in every third call one of them is a block
/// of 32 to 256, as LAPACK's calls have it. No call of more multiply-adds than `most_work`.
CallSpec random_call(const std::string& routine, Index least, Index most, double most_work, int threads,
                     std::mt19937_64& random);

/// One of any form: of eight calls one has a prepacked operand, and all `most_threads`, which it needs, and
/// one is a batch, of small problems that have some million elements together. Others and batches have one
/// thread or all.
CallSpec random_call_of_any_form(Index least, Index most, double most_work, int most_threads,
                                 std::mt19937_64& random);

/// The job of a call on this machine; of a batch that of one problem.
Job job_of(const CallSpec& call, const Machine& machine);

/// The prediction for a job by these figures.
Prediction predict(const Job& job, const Machine& machine, const ChosenProfile& chosen,
                   const CallForm& form = {});

// Calls of numapack in this process that no other library has by this name. Their operands are the job's, on
// the first compute node; what a call overwrites it finds as it was, which is not timed.

/// Products of gemm's job, whose A or B ('a' or 'b') is laid out before.
std::unique_ptr<Workload> make_packed_calls(const Job& job, const Machine& machine, char operand);
/// So many problems of a job that has_batch_plan(), one behind the other, in one call.
std::unique_ptr<Workload> make_batch(const Job& job, const Machine& machine, Index problems);

/// The median of some calls of numapack in this process, whose threads are set for that long, as `gemm` makes
/// them. A short call is repeated.
double timed_seconds(const Job& job, const Machine& machine, const CallForm& form = {});

}  // namespace numapack
