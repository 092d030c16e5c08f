// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/plans/prediction.hpp"

namespace numapack {

/// One setting of a prediction's axes.
struct PredictedCase {
  Index n = 0;
  int nodes = 1;          ///< that may take part
  int threads_asked = 0;  ///< at most so many; 0: nobody said how many
  Index block = 0;        ///< of getrf, asked for; 0: as planned
  std::string home;       ///< "": as the problem has it
  std::string algorithm;  ///< "numapack", or one of other_names()
  Prediction prediction;
  double took_s = 0;  ///< CPU time to make the plan and to predict its time
  Job job;
};

/// A row each, at most 80 columns wide: shares are of a thread's time.
std::string describe(const std::vector<PredictedCase>& cases);
nlohmann::json to_json(const std::vector<PredictedCase>& cases, const Machine& machine);

/// Of the first one whose operands do not fit into memory; "" for none.
std::string describe_memory(const std::vector<PredictedCase>& cases, const Machine& machine);

}  // namespace numapack
