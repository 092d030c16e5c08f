// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace numapack {

/// What completion can offer for a value.
enum class ValueKind {
  any,        ///< nothing
  word,       ///< one of the choices
  file,       ///< any file
  folder,     ///< a folder
  machine,    ///< a file, among them the published machines'
  published,  ///< the name of a published machine, or a file
  process,    ///< the number of a process
};

/// One option or argument, in the words of --help.
struct OptionWords {
  std::vector<std::string> names;    ///< "-o", "--output"; empty: an argument without a name
  std::string value;                 ///< what stands for its value; "": a flag
  std::string text;                  ///< what it is for
  std::string group;                 ///< heading
  std::string fallback;              ///< value where it is not given; "": none that --help tells
  std::string range;                 ///< of a number, such as "1 to 4096"
  std::vector<std::string> choices;  ///< that values are among
  ValueKind kind = ValueKind::any;
  bool value_optional = false;  ///< --json and --json FILE
  bool list = false;            ///< several choices with commas between
  bool repeated = false;        ///< may be given more than once
  bool required = false;
};

/// A verb, or the command itself.
struct VerbWords {
  std::string name;  ///< "" for the command itself, "topo", "lab shell"
  std::string text;
  std::vector<OptionWords> options, arguments;
  std::vector<std::string> usage;     ///< where it has its own: "numapack run [OPTIONS] -- COMMAND"
  std::vector<std::string> notes;     ///< paragraphs
  std::vector<std::string> statuses;  ///< paragraphs on exit statuses
  std::vector<std::string> examples;  ///< lines
  std::vector<VerbWords> verbs;
  bool takes_command = false;  ///< another program's command line follows after --
};

/// The tree as it parses; verbs and options that --help does not show are not in it. Pure.
VerbWords words_of(const CLI::App& app);

/// A verb that another program parses, from its own description: an object with "name", "text", "footer",
/// "options" and "arguments" (each with "names", "value", "text", "group", "fallback", "choices", "repeated",
/// "required") and "verbs".
/// Throws nlohmann::json::exception where it is none.
VerbWords words_from_json(const std::string& text);

/// What a value may be by what --help calls it ("TEXT:{a,b}", "FILE", "INT:INT in [1 - 9]"): kind, choices,
/// range and the word that stands for it. Where that says no more than TEXT, the option's text counts.
void understand_type(const std::string& type, OptionWords& option);

/// Sorts a footer's lines: usage, notes, exit statuses and the lines below "Example:".
void understand_footer(const std::string& footer, VerbWords& verb);

}  // namespace numapack
