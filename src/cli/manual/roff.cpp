// SPDX-License-Identifier: BSD-3-Clause
#include "cli/manual/roff.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace numapack {

namespace {

/// The character that begins at `at`, which moves to its last byte.
std::uint32_t code_point(const std::string& text, std::size_t& at) {
  const auto byte = [&](std::size_t index) {
    return index < text.size() ? std::uint32_t{static_cast<unsigned char>(text[index])} : 0;
  };
  const std::uint32_t first = byte(at);
  const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  std::uint32_t code = first & (0x3fU >> more);
  for (int i = 0; i < more; ++i) code = code << 6 | (byte(++at) & 0x3fU);
  return code;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (static_cast<unsigned char>(letter) >= 0x80)
      result += fmt::format("\\[u{:04X}]", code_point(text, at));
    else if (letter == '\\')
      result += "\\e";
    else if (letter == '-')
      result += "\\-";
    else if (letter == '\'')
      result += "\\(aq";
    else if (letter == '^')
      result += "\\(ha";
    else if (letter == '~')
      result += "\\(ti";
    else if (letter == '`')
      result += "\\(ga";
    else
      result += letter;
  }
  return result;
}

}  // namespace

std::string roff(const std::string& text) {
  const std::string result = escaped(text);
  return result.starts_with('.') ? "\\&" + result : result;
}

std::string roff_of_markdown(const std::string& text) {
  std::string result, plain;
  const auto flush = [&] {
    result += result.empty() ? roff(plain) : escaped(plain);
    plain.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto end = text.find(text[at] == '[' ? ']' : text[at], at + 1);
    if (end != std::string::npos && (text[at] == '`' || text[at] == '*')) {
      flush();
      const std::string inside = text.substr(at + 1, end - at - 1);
      result += text[at] == '`' ? roff_bold(inside) : roff_italic(inside);
      at = end;
    } else if (end != std::string::npos && text[at] == '[' && text[end + 1] == '(') {
      flush();
      result += roff_of_markdown(text.substr(at + 1, end - at - 1));
      at = text.find(')', end);
      if (at == std::string::npos) break;
    } else {
      plain += text[at];
    }
  }
  flush();
  return result;
}

std::string roff_bold(const std::string& text) { return text.empty() ? "" : "\\fB" + escaped(text) + "\\fR"; }
std::string roff_italic(const std::string& text) {
  return text.empty() ? "" : "\\fI" + escaped(text) + "\\fR";
}

std::string roff_tagged(const std::string& tag, const std::string& text) {
  return ".TP\n" + tag + "\n" + (text.empty() ? "\\&" : text) + "\n";
}

std::string roff_lines(const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string text = ".nf\n";
  for (const std::string& line : lines) text += "    " + roff(line) + "\n";
  return text + ".fi\n";
}

}  // namespace numapack
