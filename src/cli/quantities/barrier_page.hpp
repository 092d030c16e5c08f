// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "probe/running/runner.hpp"

namespace numapack {

/// For each set of cores: predicted and measured time of every kind, and the fastest as measured; of
/// reductions also what their trees differ by.
std::string barrier_page(const probe::RunResult& result, const Machine& machine);

}  // namespace numapack
