// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/begin_of_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace numapack {

namespace {

/// "-" is a value: standard input or output.
bool is_option(const std::string& word) { return word.size() > 1 && word.starts_with('-'); }

}  // namespace

std::size_t begin_of_command(const CLI::App& verb, const std::vector<std::string>& words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (word == "--" || !is_option(word)) return at;
    const std::size_t equals = word.find('=');
    const CLI::Option* const option = verb.get_option_no_throw(word.substr(0, equals));
    if (option == nullptr) break;
    const bool takes_value = option->get_expected_max() > 0 && option->get_type_size() > 0;
    if (!takes_value || equals != std::string::npos || at + 1 == words.size() || words[at + 1] == "--")
      continue;
    const bool may_lack_it = option->get_expected_min() == 0;
    if (!may_lack_it || !is_option(words[at + 1])) ++at;
  }
  return words.size();
}

}  // namespace numapack
