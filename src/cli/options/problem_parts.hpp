// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstdint>
#include <string>

#include "level3/call/call.hpp"

namespace numapack {

// Words of a command line that say what a problem is. All throw Error(invalid_argument) naming the option.

/// Of --type.
Type parse_type(const std::string& text);

/// "n", "t" or "c", in either case.
Transpose parse_operation(const std::string& text, const char* option);

/// "1.5" or, real and imaginary part, "1.5,-2".
std::complex<double> parse_scalar(const std::string& text, const char* option, bool complex);

/// 1 or more.
Index parse_size(std::int64_t value, const char* option);

}  // namespace numapack
