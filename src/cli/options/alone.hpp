// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace numapack {

// What would be ignored where it is said together. Both throw Error(invalid_argument) naming both options.

/// Refuses all other options but `allowed` where this one, which has the run to itself, was given.
void refuse_beside(const CLI::App& verb, const std::string& option, const std::vector<std::string>& allowed);

/// Refuses two options where both were given.
void refuse_both(const CLI::App& verb, const std::string& one, const std::string& other);

}  // namespace numapack
