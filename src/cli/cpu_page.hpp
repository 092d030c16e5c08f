// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "machine/cpu_of.hpp"

namespace numapack {

/// Lines about the row that a machine's kernels have their figures from, and why it is that one.
std::string describe_row(const RowChoice& choice, const CpuIdentity& cpu);

/// The same, with what the CPU says of itself.
nlohmann::json row_to_json(const RowChoice& choice, const CpuIdentity& cpu);

}  // namespace numapack
