// SPDX-License-Identifier: BSD-3-Clause
#include "cli/manual/words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <sstream>

namespace numapack {

namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// "TEXT:{a,b}" at its colons, except for those between braces.
std::vector<std::string> parts_of(const std::string& type) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char letter : type) {
    depth += letter == '{' ? 1 : letter == '}' ? -1 : 0;
    if (letter == ':' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += letter;
  }
  return parts;
}

/// "{a,b,NAME=PATH}": what stands for something else is no choice.
std::vector<std::string> choices_of(const std::string& part) {
  std::vector<std::string> choices;
  std::istringstream words(part.substr(1, part.size() - 2));
  for (std::string word; std::getline(words, word, ',');)
    if (!contains(word, "=")) choices.push_back(word);
  return choices;
}

/// "INT in [1 - 4096]" as "1 to 4096".
std::string range_of(const std::string& part) {
  if (part == "NONNEGATIVE") return "0 or more";
  if (part == "POSITIVE") return "more than 0";
  const auto open = part.find(" in ["), dash = part.find(" - ", open);
  if (open == std::string::npos || dash == std::string::npos || part.back() != ']') return "";
  const std::string least = part.substr(open + 5, dash - open - 5);
  return least + " to " + part.substr(dash + 3, part.size() - dash - 4);
}

ValueKind kind_of(const std::string& part) {
  if (part == "FILE" || contains(part, "PATH")) return ValueKind::file;
  if (part == "DIR" || part == "FOLDER") return ValueKind::folder;
  if (part == "PROFILE" || part == "MACHINE") return ValueKind::machine;
  if (part == "PUBLISHED" || part == "NAME|FILE") return ValueKind::published;
  return part == "PID" ? ValueKind::process : ValueKind::any;
}

/// For options whose type says only that they are text.
ValueKind kind_in_text(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (contains(text, "published machine")) return ValueKind::published;
  if (contains(text, "profile")) return ValueKind::machine;
  if (contains(text, "folder") || contains(text, "directory")) return ValueKind::folder;
  return contains(text, "file") ? ValueKind::file : ValueKind::any;
}

OptionWords option_words(const CLI::Option& option) {
  OptionWords words;
  for (const std::string& name : option.get_snames()) words.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) words.names.push_back("--" + name);
  words.text = option.get_description();
  words.group = option.get_group();
  words.fallback = option.get_default_str();
  words.required = option.get_required();
  words.list = option.get_delimiter() != '\0';
  words.repeated = option.get_expected_max() > 1;
  if (option.get_type_size() == 0) return words;
  words.value_optional = option.get_expected_min() == 0 && !words.names.empty();
  understand_type(option.get_type_name(), words);
  if (words.names.empty()) words.value = option.get_name();
  return words;
}

}  // namespace

void understand_type(const std::string& type, OptionWords& option) {
  const std::vector<std::string> parts = parts_of(type);
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    if (const auto end = part.rfind('}'); part.front() == '{' && end != std::string::npos) {
      option.choices = choices_of(part.substr(0, end + 1));
      option.list = option.list || part.ends_with(",...");
      option.kind = ValueKind::word;
    }
    if (const std::string range = range_of(part); !range.empty()) option.range = range;
    if (const ValueKind kind = kind_of(part); kind != ValueKind::any) option.kind = kind;
  }
  if (option.kind == ValueKind::any && parts.front() == "TEXT") option.kind = kind_in_text(option.text);
  option.value = option.kind == ValueKind::word ? "WORD" : parts.front();
  if (option.value == "INT" || option.value == "UINT") option.value = "N";
  if (option.value == "FLOAT") option.value = "NUMBER";
  if (option.kind == ValueKind::file && option.value == "TEXT") option.value = "FILE";
  if (option.list) option.value += ",...";
}

void understand_footer(const std::string& footer, VerbWords& verb) {
  bool examples = false;
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (paragraph.empty()) return;
    const bool status = contains(paragraph, "exit code") || contains(paragraph, "status");
    (status ? verb.statuses : verb.notes).push_back(std::move(paragraph));
    paragraph.clear();
  };
  std::istringstream lines(footer + "\n");
  for (std::string line; std::getline(lines, line);) {
    const bool indented = line.starts_with(' '), example = line.starts_with("Example");
    if (line.empty() || indented || example) end_paragraph();
    if (line.empty()) continue;
    if (line == "Example:" || line == "Examples:") {
      examples = true;
    } else if (line.starts_with("Example: ")) {
      verb.examples.push_back(line.substr(9));
    } else if (indented && examples) {
      verb.examples.push_back(line.substr(line.find_first_not_of(' ')));
    } else if (line.starts_with("numapack ") && contains(line, "[OPTIONS]")) {
      verb.usage.push_back(line);
      verb.takes_command = verb.takes_command || contains(line, "[--] ");
    } else {
      examples = false;
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  end_paragraph();
}

VerbWords words_of(const CLI::App& app) {
  VerbWords words;
  words.name = app.get_parent() == nullptr ? "" : app.get_name();
  words.text = app.get_description();
  understand_footer(app.get_footer(), words);
  for (const CLI::Option* const option : app.get_options()) {
    if (option->get_group().empty()) continue;
    (option->nonpositional() ? words.options : words.arguments).push_back(option_words(*option));
  }
  for (const CLI::App* const verb : app.get_subcommands({}))
    if (!verb->get_group().empty()) words.verbs.push_back(words_of(*verb));
  return words;
}

}  // namespace numapack
