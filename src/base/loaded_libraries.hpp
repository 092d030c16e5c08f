// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace numapack {

/// The files of all shared libraries that are loaded into this process now, in the order of loading, except
/// for the program itself. Thread-safe.
std::vector<std::string> loaded_libraries();

}  // namespace numapack
