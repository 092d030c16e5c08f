// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace numapack {

/// Text for a line of man(7): dashes that can be copied, what is not ASCII by its number, nothing taken for a
/// request.
std::string roff(const std::string& text);

/// The same from a line of Markdown: `code` bold, links as their text.
std::string roff_of_markdown(const std::string& text);

std::string roff_bold(const std::string& text);
std::string roff_italic(const std::string& text);

/// A paragraph with a hanging tag, which is roff already.
std::string roff_tagged(const std::string& tag, const std::string& text);

/// Lines as they are, indented.
std::string roff_lines(const std::vector<std::string>& lines);

}  // namespace numapack
