// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/predict/prediction_table.hpp"

namespace numapack {

/// What a figure halved and doubled makes of the time.
struct Influence {
  std::string figure;
  double halved = 1, doubled = 1;  ///< times as long
  std::string basis;               ///< "assumed", "measured", "published"; "-": the machine has none
};

/// Of each of model_figures(), on one case; of "fresh" on its first call.
std::vector<Influence> influences_on(const PredictedCase& one, const Machine& machine,
                                     const ChosenProfile& chosen);

/// A table under a line that says which call it is of.
std::string describe(const std::vector<Influence>& influences, const PredictedCase& one);
nlohmann::json to_json(const std::vector<Influence>& influences);

}  // namespace numapack
