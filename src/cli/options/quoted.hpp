// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace numapack {

inline std::string quoted(const std::string& text) { return "\"" + text + "\""; }

}  // namespace numapack
