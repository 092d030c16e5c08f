// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

namespace numapack {

/// A page in lines of at most `width` characters; 0: as it is. Prose wraps below where its text begins. A
/// table whose last column is words wraps those; any other one is folded: its columns in groups below each
/// other, each with the first column. A command (an indented line that begins with "$ " or "# ", or with
/// numapack, numactl, echo, grep or sudo) wraps with a backslash outside of quotes, and a remark after it
/// goes below it, so that it can be copied; prose never breaks within one. What stays longer: one word, such
/// as the name of a file, and lines with colours. `text` is UTF-8. Pure.
std::string fit(const std::string& text, std::size_t width);

}  // namespace numapack
