// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace numapack {

std::array<double, 4> fit_costs(const std::vector<FittedCall>& calls) {
  // min |X c - 1|^2 with rows amounts / seconds, each column scaled to length 1.
  std::array<std::array<double, 4>, 4> products{};
  std::array<double, 4> targets{}, lengths{}, costs{};
  for (const FittedCall& call : calls)
    for (std::size_t i = 0; i < 4; ++i) lengths[i] += std::pow(call.amounts[i] / call.seconds, 2);
  for (double& length : lengths) length = length > 0 ? std::sqrt(length) : 1;
  for (const FittedCall& call : calls)
    for (std::size_t i = 0; i < 4; ++i) {
      const double x = call.amounts[i] / call.seconds / lengths[i];
      targets[i] += x;
      for (std::size_t j = 0; j < 4; ++j) products[i][j] += x * call.amounts[j] / call.seconds / lengths[j];
    }
  constexpr int most_rounds = 20000;
  constexpr double settled = 1e-9;
  for (int round = 0; round < most_rounds; ++round) {
    double moved = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (products[i][i] <= 0) continue;
      double gradient = -targets[i];
      for (std::size_t j = 0; j < 4; ++j) gradient += products[i][j] * costs[j];
      const double next = std::max(0.0, costs[i] - gradient / products[i][i]);
      moved = std::max(moved, std::abs(next - costs[i]));
      costs[i] = next;
    }
    if (moved < settled) break;
  }
  for (std::size_t i = 0; i < 4; ++i) costs[i] /= lengths[i];
  return costs;
}

double predicted_seconds(const FittedCall& call, const std::array<double, 4>& costs) {
  return std::inner_product(call.amounts.begin(), call.amounts.end(), costs.begin(), 0.0);
}

std::vector<double> sorted_errors(const std::vector<FittedCall>& calls, const std::array<double, 4>& costs) {
  std::vector<double> errors;
  for (const FittedCall& call : calls)
    errors.push_back(std::abs(predicted_seconds(call, costs) / call.seconds - 1));
  std::ranges::sort(errors);
  return errors;
}

}  // namespace numapack
