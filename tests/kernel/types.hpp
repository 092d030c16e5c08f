// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <complex>

namespace numapack {

using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;

}  // namespace numapack
