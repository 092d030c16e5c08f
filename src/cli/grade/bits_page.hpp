// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/runs/conditions.hpp"
#include "grade/bits.hpp"

namespace numapack {

/// What `numapack bits` says. Pure.
std::string bits_page(const std::vector<LibraryBits>& libraries, const BitsOptions& bits,
                      const Conditions& conditions);

/// The same as a document (docs/reference/prove/bits.md).
nlohmann::json bits_document(const std::vector<LibraryBits>& libraries, const BitsOptions& bits,
                             const Conditions& conditions);

}  // namespace numapack
