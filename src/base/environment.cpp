// SPDX-License-Identifier: BSD-3-Clause
#include "base/environment.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "base/error.hpp"

namespace numapack {

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

std::size_t parse_bytes(std::string_view text, std::string_view what) {
  const auto refuse = [&] {
    invalid(std::string(what), "\"" + std::string(text) + "\" is not a size",
            "use bytes, or 64K, 512M, 2G, 1T");
  };
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number) || number < 0) refuse();
  std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  constexpr std::string_view letters = "KMGT";
  if (!suffix.empty()) {
    const auto power = letters.find(static_cast<char>(suffix[0] & ~0x20));
    if (power != std::string_view::npos) {
      number = std::ldexp(number, 10 * static_cast<int>(power + 1));
      suffix.remove_prefix(1);
      if (suffix.starts_with('i')) suffix.remove_prefix(1);
    }
    if (suffix == "B" || suffix == "b") suffix.remove_prefix(1);
    if (!suffix.empty()) refuse();
  }
  if (number >= std::ldexp(1.0, 63)) refuse();
  return static_cast<std::size_t>(number);
}

std::optional<std::int64_t> parse_elements(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text.back())) == 0) return std::nullopt;
  try {
    return static_cast<std::int64_t>(parse_bytes(text, "size"));
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::vector<int> parse_list(std::string_view text, std::string_view what) {
  const auto refuse = [&] {
    invalid(std::string(what), "\"" + std::string(text) + "\" is not a list",
            "use numbers and ranges, such as 0-3,8");
  };
  std::vector<int> list;
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  const auto number = [&] {
    int value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value < 0) refuse();
    at = next;
    return value;
  };
  while (true) {
    const int first = number();
    int last = first;
    if (at != end && *at == '-') {
      ++at;
      last = number();
    }
    if (last < first || last - first > 1'000'000) refuse();
    for (int value = first; value <= last; ++value) list.push_back(value);
    if (at == end) return list;
    if (*at++ != ',') refuse();
  }
}

}  // namespace numapack
