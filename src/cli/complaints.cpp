// SPDX-License-Identifier: BSD-3-Clause
#include "cli/complaints.hpp"

#include <CLI/CLI.hpp>

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

std::vector<std::string> options_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

}  // namespace

std::string no_verb(const CLI::App& app, const std::string& word) {
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
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& verb = chosen.empty() ? app : *chosen.front();
  const std::string word = words.front().substr(0, words.front().find('='));
  if (!word.starts_with('-')) return "\"" + word + "\" is a word too many";
  const std::string near = nearest(word, options_of(verb));
  const std::string text = "there is no option " + word;
  if (!near.empty()) return text + "; the nearest is " + near;
  return text + "; numapack " + (chosen.empty() ? "" : verb.get_name() + " ") +
         "--help lists those there are";
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
