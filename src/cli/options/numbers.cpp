// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/numbers.hpp"

#include <CLI/CLI.hpp>
#include <cctype>
#include <charconv>
#include <string>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/options/quoted.hpp"

namespace numapack {

void accept_sizes(CLI::App& verb, std::initializer_list<const char*> options) {
  for (const char* const option : options) {
    verb.get_option(option)->transform(
        [option](const std::string& text) {
          const bool suffix = !text.empty() && std::isalpha(static_cast<unsigned char>(text.back())) != 0;
          if (!suffix) return text;
          const auto number = parse_elements(text);
          if (!number)
            invalid(option, quoted(text) + " is not a size", "use a whole number, or 1k, 64Ki, 2M");
          return std::to_string(*number);
        },
        "");
  }
}

CLI::Option* accept_seconds(CLI::Option* option) {
  return option->transform([](std::string text) {
    if (text.size() > 1 && text.back() == 's') text.pop_back();
    return text;
  });
}

std::optional<std::pair<int, int>> two_numbers(std::string_view text, char between) {
  std::pair<int, int> numbers{-1, -1};
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, numbers.first);
  if (first.ec != std::errc() || first.ptr == end) return std::nullopt;
  if (std::tolower(static_cast<unsigned char>(*first.ptr)) != between) return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, numbers.second);
  if (second.ec != std::errc() || second.ptr != end || numbers.first < 0 || numbers.second < 0)
    return std::nullopt;
  return numbers;
}

}  // namespace numapack
