// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "profile/profile.hpp"

namespace numapack {

/// A figure that a prediction rests on and nobody has measured on the machine.
struct AssumedFigure {
  std::string figure;          ///< as `numapack predict --what-if` names it: "peak"
  std::string what;            ///< "rate of a core"
  double least = 0, most = 0;  ///< the same, except for figures of pairs of nodes
  std::string unit;
};

/// Those of a routine's prediction ("getrf", of type "d"). Kernels that were timed need no rate of a core.
/// Pure.
std::vector<AssumedFigure> assumed_figures(const Profile& profile, const std::string& routine,
                                           const std::string& type);

/// The same as one sentence without its end: "rate of a core 40 GF/s, wake 5 us"; "" for none. Pure.
std::string assumed_text(const std::vector<AssumedFigure>& figures);

}  // namespace numapack
