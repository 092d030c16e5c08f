// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

namespace numapack {

/// What there is to say of each CPU, under a title. With a layout, rows of CPUs (-1: none there), as they lie
/// on the chip, each above its text; else eight a row by their numbers, as published grids have them. Pure.
std::string cpu_grid(const std::string& title, const std::map<int, std::string>& texts,
                     const std::vector<std::vector<int>>& layout);

}  // namespace numapack
