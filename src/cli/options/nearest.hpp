// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace numapack {

/// The one of `names` that `word` was probably meant to be: what it is the beginning of, else the one that is
/// fewest insertions, removals, replacements and exchanges of neighbours away (Damerau, CACM 7(3), 1964), up
/// to a third of its letters; "" where none is near. The first of several. Pure.
std::string nearest(const std::string& word, const std::vector<std::string>& names);

}  // namespace numapack
