#pragma once

#include <string>

namespace numapack {

inline std::string quoted(const std::string& text) { return "\"" + text + "\""; }

}  // namespace numapack
