// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/numbers.hpp"

#include <CLI/CLI.hpp>
#include <cctype>
#include <string>

#include "base/environment.hpp"

namespace numapack {

void accept_sizes(CLI::App& verb, std::initializer_list<const char*> options) {
  for (const char* const option : options) {
    verb.get_option(option)->transform(
        [option](const std::string& text) {
          const bool suffix = !text.empty() && std::isalpha(static_cast<unsigned char>(text.back())) != 0;
          return suffix ? std::to_string(parse_bytes(text, option)) : text;
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

}  // namespace numapack
