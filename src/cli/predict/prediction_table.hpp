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
  std::string home;
  Prediction prediction;
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
