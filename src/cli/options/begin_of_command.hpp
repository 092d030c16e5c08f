// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace numapack {

/// Where another program's words begin among those of a verb that starts one, as time and numactl have it: at
/// the first that is neither an option of the verb nor an option's value; or at "--", which is nobody's.
/// `words` are what follows the verb. Its number of words where there are none, or the parser will complain.
std::size_t begin_of_command(const CLI::App& verb, const std::vector<std::string>& words);

}  // namespace numapack
