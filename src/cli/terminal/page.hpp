// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace numapack {

/// Of this command's pages, as its --wide says: not folded at all. Set before anything is printed.
void print_wide(bool wide);

/// Characters a line: COLUMNS, else those of the terminal, else 80; 0: no limit, with --wide.
std::size_t page_width(std::FILE* file = stdout);

/// "numapack: MESSAGE" on standard error: folded on a terminal, elsewhere one line, for programs to read.
void print_message(const std::string& message);

/// A page for people, fitted to the width of where it goes (terminal/fit.hpp).
void print_page(const std::string& page, std::FILE* file = stdout);

}  // namespace numapack
