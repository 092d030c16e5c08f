// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace numapack {

/// Middle value (mean of the two middle ones for an even count). Throws on an empty sample.
double median(std::vector<double> sample);

/// Not a number for an empty sample.
double mean(const std::vector<double>& sample);

/// Standard error of the median, as a fraction of the median, for samples that are about normal: 1.2533
/// standard deviations by the root of their number n, a standard deviation being 1.4826 n / (n - 0.8) median
/// deviations (Croux and Rousseeuw, Computational Statistics 1, 1992: without the fraction few samples have
/// too small a deviation). 0 for fewer than three samples.
double error_of_median(const std::vector<double>& sample);

struct Spread {
  double median = 0, min = 0, max = 0;
};

/// Median and range of a sample; a sample without values gives zeros.
Spread spread(const std::vector<double>& sample);

/// The values that are no NaN: what could not be measured is one.
std::vector<double> measured(const std::vector<double>& sample);

}  // namespace numapack
