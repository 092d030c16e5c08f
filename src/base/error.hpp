// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "numapack/error.hpp"

namespace numapack {

/// Shorthand for the commonest error: a value that is not allowed.
[[noreturn]] void invalid(std::string where, std::string problem, std::string advice);

}  // namespace numapack
