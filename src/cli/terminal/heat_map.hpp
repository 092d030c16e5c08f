// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace numapack {

/// A matrix as a picture for a terminal: a line a row, light for small and dark for great values, with the
/// scale below. With `colour` two blanks a cell on a background of the 256-colour palette; otherwise one of
/// ten characters, blank for the diagonal and for cells below zero (not measured). Pure.
std::string heat_map(const std::vector<std::vector<double>>& matrix, const std::vector<std::string>& labels,
                     const std::string& unit, bool colour);

}  // namespace numapack
