// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "profile/profile.hpp"

namespace numapack {

/// A figure of a machine that a prediction rests on.
struct ModelFigure {
  std::string name;  ///< "remote-latency"
  std::string unit, help;
};
const std::vector<ModelFigure>& model_figures();

/// The profile of a machine whose figure is so many times as large; "bandwidth" is of local and remote
/// memory. Pure. Throws Error(invalid_argument) for names that are none, and times that are not above 0.
Profile scaled(Profile profile, const std::string& figure, double times);

/// "remote-latency=1.5,bandwidth=2". Throws Error(invalid_argument) naming --what-if.
Profile what_if(Profile profile, const std::string& text);

/// "peak=2,l3=64M" at its commas.
std::vector<std::string> parts_of_what_if(const std::string& text);

}  // namespace numapack
