// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "cli/options/problem_options.hpp"
#include "cli/predict/prediction_table.hpp"

namespace numapack {

/// What a prediction varies, as typed: a row for each combination.
struct PredictionAxes {
  std::string sizes, first_nodes, each_threads, blocks;
  std::vector<std::string> each_home;
  std::vector<std::string> others;  ///< other_names(): how others do each of them, after numapack

  /// Of `sizes`; without, of the problem. Throws Error(invalid_argument).
  std::vector<Index> all_sizes(const ProblemOptions& problem) const;
};

/// Adds their options to a subcommand; `axes` must live until it has run.
void add_axes(CLI::App& verb, PredictionAxes& axes);

/// Throws Error(invalid_argument) naming the option.
std::vector<PredictedCase> predict_all(const PredictionAxes& axes, const ProblemOptions& problem,
                                       const Machine& machine, const ChosenProfile& chosen);

}  // namespace numapack
