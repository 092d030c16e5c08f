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
  int nodes = 1;
  Index block = 0;        ///< of getrf, asked for; 0: as planned
  std::string home;       ///< "": as the problem has it
  std::string algorithm;  ///< "numapack", or one of other_names()
  Prediction prediction;
  double took_s = 0;  ///< to make the plan and to predict its time
};

/// A row each, at most 80 columns wide: shares are of a thread's time.
std::string describe(const std::vector<PredictedCase>& cases);
nlohmann::json to_json(const std::vector<PredictedCase>& cases, const Machine& machine);

/// What a figure halved and doubled makes of the time.
struct Influence {
  std::string figure;
  double halved = 1, doubled = 1;  ///< times as long
};
std::string describe(const std::vector<Influence>& influences);
nlohmann::json to_json(const std::vector<Influence>& influences);

}  // namespace numapack
