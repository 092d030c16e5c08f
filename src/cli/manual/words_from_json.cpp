// SPDX-License-Identifier: BSD-3-Clause
#include <nlohmann/json.hpp>

#include "cli/manual/words.hpp"

namespace numapack {

namespace {

OptionWords option_from(const nlohmann::json& json) {
  OptionWords option;
  json.at("names").get_to(option.names);
  json.at("text").get_to(option.text);
  json.at("group").get_to(option.group);
  json.at("fallback").get_to(option.fallback);
  json.at("choices").get_to(option.choices);
  json.at("repeated").get_to(option.repeated);
  json.at("required").get_to(option.required);
  const std::string value = json.at("value");
  if (value.empty()) return option;
  understand_type(value, option);
  option.value = value;
  if (!option.choices.empty()) option.kind = ValueKind::word;
  return option;
}

VerbWords verb_from(const nlohmann::json& json) {
  VerbWords verb;
  json.at("name").get_to(verb.name);
  json.at("text").get_to(verb.text);
  understand_footer(json.at("footer").get<std::string>(), verb);
  for (const nlohmann::json& option : json.at("options")) verb.options.push_back(option_from(option));
  for (const nlohmann::json& argument : json.at("arguments")) verb.arguments.push_back(option_from(argument));
  for (const nlohmann::json& child : json.at("verbs")) verb.verbs.push_back(verb_from(child));
  return verb;
}

}  // namespace

VerbWords words_from_json(const std::string& text) { return verb_from(nlohmann::json::parse(text)); }

}  // namespace numapack
