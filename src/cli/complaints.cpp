// SPDX-License-Identifier: BSD-3-Clause
#include "cli/complaints.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "cli/options/nearest.hpp"

namespace numapack {

namespace {

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* const verb :
       app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); }))
    names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

/// The verb, or what stands for it where there is none.
const CLI::App& chosen(const CLI::App& app) {
  const std::vector<CLI::App*> verbs = app.get_subcommands();
  return verbs.empty() ? app : *verbs.front();
}

std::string no_option(const CLI::App& app, const std::string& typed) {
  const CLI::App& verb = chosen(app);
  const std::string word = typed.substr(0, typed.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* const option : verb.get_options())
    for (const std::string& name : names_of(*option)) names.push_back(name);
  const std::string called = "numapack " + (&verb == &app ? "" : verb.get_name() + " ");
  if (std::find(names.begin(), names.end(), word) != names.end())
    return word + " comes after the verb: " + called + word;
  const std::string near = nearest(word, names);
  return "there is no option " + word +
         (near.empty() ? "; " + called + "--help lists those there are" : "; the nearest is " + near);
}

/// True if `word` is the option of this name, also with its value: -n, -n8, --rows, --rows=8.
bool says(const std::string& word, const std::string& name) {
  if (!word.starts_with(name)) return false;
  return word.size() == name.size() || !name.starts_with("--") || word[name.size()] == '=';
}

}  // namespace

std::string no_verb(const CLI::App& app, const std::string& word) {
  if (word.starts_with('-')) return no_option(app, word);
  const std::vector<std::string> verbs = verbs_of(app);
  const std::string near = nearest(word, verbs);
  if (!word.empty() && !near.empty()) return "there is no verb " + word + "; the nearest is " + near;
  std::string text = word.empty() ? "no verb" : "there is no verb " + word;
  text += "; there are";
  for (const std::string& verb : verbs) text += " " + verb;
  return text;
}

std::string unexpected(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(true);
  if (words.empty()) return "a word too many";
  const std::string& word = words.front();
  return word.starts_with('-') ? no_option(app, word) : "\"" + word + "\" is a word too many";
}

std::string missing(const CLI::App& app, const std::string& said) {
  for (const std::string& word : app.remaining(true))
    if (word.starts_with('-')) return no_option(app, word);
  return said;
}

std::string as_typed(const CLI::App& app, std::string message, const std::vector<std::string>& words) {
  const std::string name = message.substr(0, message.find_first_of(": "));
  const CLI::Option* const option = name.starts_with('-') ? chosen(app).get_option_no_throw(name) : nullptr;
  if (option == nullptr) return message;
  for (const std::string& one : names_of(*option))
    for (const std::string& word : words)
      if (says(word, one)) return one + message.substr(name.size());
  return message;
}

std::string unconverted(const CLI::App& app, const std::string& said) {
  // "Could not convert: --threads = two", in all versions of the parser so far.
  const std::size_t begin = said.find(": "), middle = said.find(" = ");
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  if (begin == std::string::npos || middle == std::string::npos || middle < begin || chosen.empty())
    return said;
  const std::string name = said.substr(begin + 2, middle - begin - 2), value = said.substr(middle + 3);
  const CLI::Option* const option = chosen.front()->get_option_no_throw(name);
  const std::string type = option != nullptr ? option->get_type_name() : "";
  const bool whole = type.find("INT") != std::string::npos;
  return name + ": \"" + value + "\" is not a " + (whole ? "whole " : "") + "number; use one" +
         (type.find("UINT") != std::string::npos ? " from 0" : "");
}

}  // namespace numapack
