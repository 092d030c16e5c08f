// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/problem_parts.hpp"

#include <charconv>
#include <cmath>

#include "base/error.hpp"
#include "cli/options/quoted.hpp"
#include "level3/call/problem.hpp"

namespace numapack {

Type parse_type(const std::string& text) {
  for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
    if (text == std::string(1, letter(type))) return type;
  }
  invalid("--type", quoted(text) + " is not a type", "use s, d, c or z");
}

Transpose parse_operation(const std::string& text, const char* option) {
  const std::string known = "ntcNTC";
  if (text.size() != 1 || known.find(text) == std::string::npos) {
    invalid(option, quoted(text) + " is not an operation", "use n, t or c");
  }
  return parse_transpose(text[0]);
}

std::complex<double> parse_scalar(const std::string& text, const char* option, bool complex) {
  const auto refuse = [&] {
    invalid(option, quoted(text) + " is not a number",
            complex ? "use 1.5, or 1.5,-2 for 1.5 - 2i" : "use 1.5");
  };
  double parts[2] = {0, 0};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int part = 0; part < 2; ++part) {
    const auto [next, error] = std::from_chars(at, end, parts[part]);
    if (error != std::errc() || !std::isfinite(parts[part])) refuse();
    at = next;
    if (at == end) return {parts[0], parts[1]};
    if (!complex || part == 1 || *at++ != ',') refuse();
  }
  return {};
}

Index parse_size(std::int64_t value, const char* option) {
  if (value < 1) invalid(option, std::to_string(value) + " is not a size", "use 1 or more");
  return value;
}

}  // namespace numapack
