// SPDX-License-Identifier: BSD-3-Clause
#include "cli/options/senseless.hpp"

#include <CLI/CLI.hpp>
#include <cmath>

#include "cli/options/quoted.hpp"

namespace numapack {

namespace {

std::string refuse_infinite(const std::string& text) {
  double value = 0;
  return !CLI::detail::lexical_cast(text, value) || std::isfinite(value)
             ? ""
             : text + " is not finite, give a number";
}

std::string refuse_negative(const std::string& text) {
  return text.starts_with('-') ? quoted(text) + " is no number of 0 or more" : "";
}

std::string refuse_empty(const std::string& text) {
  return text.empty() ? "\"\" is empty; give a value or leave it out" : "";
}

bool has_empty_item(const std::string& list, char delimiter) {
  return list.front() == delimiter || list.back() == delimiter ||
         list.find(std::string(2, delimiter)) != std::string::npos;
}

}  // namespace

void refuse_senseless_values(CLI::App& app) {
  for (CLI::App* const verb : app.get_subcommands({})) {
    for (CLI::Option* const option : verb->get_options()) {
      const std::string type = option->get_type_name();
      if (type.find("FLOAT") != std::string::npos) option->check(refuse_infinite, "");
      if (type == "UINT") option->check(refuse_negative, "");
      if (option->get_items_expected_min() > 0) option->check(refuse_empty, "");
    }
  }
}

void refuse_empty_items(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) return;
  const auto verbs = app.get_subcommands([&](const CLI::App* one) { return one->check_name(words.front()); });
  if (verbs.empty()) return;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& word = words[at];
    const std::size_t equals = word.find('=');
    if (word == "--" || !word.starts_with('-')) continue;
    const CLI::Option* const option = verbs.front()->get_option_no_throw(word.substr(0, equals));
    if (option == nullptr || option->get_delimiter() == '\0') continue;
    if (equals == std::string::npos && at + 1 == words.size()) return;
    const std::string list = equals == std::string::npos ? words[at + 1] : word.substr(equals + 1);
    if (!list.empty() && has_empty_item(list, option->get_delimiter()))
      throw CLI::ValidationError(words.front() + ": " + option->get_name(),
                                 quoted(list) + " has an item without a value");
  }
}

}  // namespace numapack
