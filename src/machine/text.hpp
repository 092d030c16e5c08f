// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace numapack {

/// A size for people: "64 KiB", "27.5 MiB", "1.5 GiB"; at most one digit after the point.
std::string size_text(std::uint64_t bytes);

/// Numbers in the kernel's list format, "0-2,8"; sorts them and drops doubles. "" for none.
std::string list_text(std::vector<int> numbers);

}  // namespace numapack
