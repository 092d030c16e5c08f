// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

namespace numapack {

/// A call that was timed, and how much of each kind of work it has.
struct FittedCall {
  std::array<double, 4> amounts{};
  double seconds = 0;
};

/// Costs of each kind of work, none negative, with the least sum of squared relative errors: by coordinate
/// descent (V. Franc, V. Hlavac, M. Navara, CAIP 2005, section 3). Pure.
std::array<double, 4> fit_costs(const std::vector<FittedCall>& calls);

/// What the costs make of a call.
double predicted_seconds(const FittedCall& call, const std::array<double, 4>& costs);

/// |predicted / measured - 1| of each call, in ascending order.
std::vector<double> sorted_errors(const std::vector<FittedCall>& calls, const std::array<double, 4>& costs);

}  // namespace numapack
