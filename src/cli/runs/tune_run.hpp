// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/options/problem_options.hpp"
#include "cli/runs/conditions.hpp"
#include "probe/tuning/tune.hpp"
#include "probe/tuning/tune_part.hpp"
#include "profile/store.hpp"

namespace numapack {

/// What is to be fitted.
struct TuneWanted {
  std::vector<Type> types;
  bool blocks = true;
  std::set<MicroarchPart> parts;
  ProblemOptions problem;      ///< that blocks are measured with
  bool problem_given = false;  ///< false: squares of a size that suits the budget
  double budget = 300;         ///< seconds in all
  int rounds = 9;
};

/// What came out for one type.
struct TunedType {
  KernelShape kernel;  ///< with the row's own figures
  std::optional<Job> job;
  std::optional<probe::TuneResult> blocks;
  std::optional<probe::PartResult> in_place, cycles;
  int timings = 0;                     ///< ways in which calls were timed
  std::vector<std::string> unreached;  ///< parts for which there was no time, and what has no such part
};

struct TuneOutcome {
  const Microarch* microarch = nullptr;
  std::vector<TunedType> types;
  Conditions conditions;
  double seconds = 0;  ///< that it took
  bool interrupted = false;
};

/// Measures and fits; stores nothing. `found`: what is stored, of which parts that are not wanted count.
TuneOutcome tune_machine(const TuneWanted& wanted, const Machine& machine, const FoundProfile& found);

/// The profile that an outcome is stored with: the one that plans are made with, else this machine's in the
/// cache folder, whatever the environment names, with its path also where there is none yet. Throws
/// Error(system) where there is no folder.
FoundProfile profile_to_complete(const FoundProfile& found, const Machine& machine);

/// The profile that is there, or a new one, with what was chosen in place of what was: parts not reached keep
/// theirs, those where nothing was better lose it.
MeasuredProfile with_outcome(const FoundProfile& found, const Machine& machine, const TuneOutcome& outcome);

/// True if there is anything to store.
bool chose_something(const TuneOutcome& outcome);

}  // namespace numapack
