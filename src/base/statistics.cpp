// SPDX-License-Identifier: BSD-3-Clause
#include "base/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "base/error.hpp"

namespace numapack {

double median(std::vector<double> sample) {
  if (sample.empty()) invalid("median", "the sample is empty", "measure at least once");
  const auto middle = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 2);
  std::nth_element(sample.begin(), middle, sample.end());
  if (sample.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(sample.begin(), middle)) / 2;
}

double mean(const std::vector<double>& sample) {
  return std::accumulate(sample.begin(), sample.end(), 0.0) / static_cast<double>(sample.size());
}

double error_of_median(const std::vector<double>& sample) {
  if (sample.size() < 3) return 0;
  const double middle = median(sample);
  std::vector<double> deviations;
  for (const double value : sample) deviations.push_back(std::abs(value - middle));
  const auto count = static_cast<double>(sample.size());
  const double deviation = 1.4826 * count / (count - 0.8) * median(deviations);
  return 1.2533 * deviation / std::sqrt(count) / middle;
}

Spread spread(const std::vector<double>& sample) {
  if (sample.empty()) return {};
  const auto [low, high] = std::minmax_element(sample.begin(), sample.end());
  return {median(sample), *low, *high};
}

std::vector<double> measured(const std::vector<double>& sample) {
  std::vector<double> values;
  std::copy_if(sample.begin(), sample.end(), std::back_inserter(values),
               [](double value) { return !std::isnan(value); });
  return values;
}

}  // namespace numapack
