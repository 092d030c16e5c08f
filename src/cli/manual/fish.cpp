// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "cli/manual/completion.hpp"

namespace numapack {

namespace {

constexpr const char* fish_head = R"sh(# Completion of numapack for fish, made by "numapack completion fish".

function __numapack_verb # WORDS: the command line begins with them, and no other program's has begun
    set -l words (commandline -opc)
    contains -- -- $words; and return 1
    set -e words[1]
    set -l many (count $argv)
    test (count $words) -ge $many; or return 1
    test $many -eq 0; or test "$words[1..$many]" = "$argv"
end

function __numapack_after # OPTIONS: the last word is one of them
    set -l words (commandline -opc)
    contains -- $words[-1] $argv
end

function __numapack_third # WORDS: the third word is one of them
    set -l words (commandline -opc)
    test (count $words) -ge 3; and contains -- $words[3] $argv
end

function __numapack_next # WORDS: the same, and nothing comes after them yet
    set -l words (commandline -opc)
    test (math (count $words) - 1) -eq (count $argv); and __numapack_verb $argv
end

function __numapack_other # VERB: another program's command line has begun
    set -l words (commandline -opc)
    test (count $words) -gt 2; and test "$words[2]" = "$argv[1]"; and contains -- -- $words
end

function __numapack_command
    set -l words (commandline -opc) (commandline -ct)
    set -l first (math (contains -i -- -- $words) + 1)
    __fish_complete_subcommand --commandline $words[$first..-1]
end

function __numapack_published # SUFFIX that is taken off: none, whole paths
    set -l words (commandline -opc)
    set -l command (command -v -- $words[1]); or return
    set -l bin (dirname -- (realpath -- $command))
    for folder in @FOLDERS@
        for file in $bin/$folder/*.json
            if test (count $argv) -gt 0
                basename -- $file $argv[1]
            else
                realpath -- $file
            end
        end
    end
end

)sh";

std::string fish_description(const std::string& text) {
  return text.empty() ? "" : " -d " + shell_quoted(in_short(text), true);
}

/// What completes a value, and whether it is files as well.
std::string fish_offer(const OptionWords& option) {
  const auto commas = [&] { return fmt::format("{}", fmt::join(option.choices, " ")); };
  switch (option.kind) {
    case ValueKind::word:
      return " -f -a " + shell_quoted(option.list ? "(__fish_append , " + commas() + ")" : commas(), true);
    case ValueKind::file:
      return " -F";
    case ValueKind::folder:
      return " -f -a '(__fish_complete_directories (commandline -ct))'";
    case ValueKind::machine:
      return " -F -a '(__numapack_published)'";
    case ValueKind::published:
      return " -F -a '(__numapack_published .json)'";
    case ValueKind::process:
      return " -f -a '(__fish_complete_pids)'";
    case ValueKind::any:
      break;
  }
  return " -f";
}

/// Options of a verb with verbs are not theirs.
std::string fish_condition(const VerbWords& verb, const std::string& more = "") {
  if (verb.name.empty()) return " -n __numapack_next";
  std::string children;
  for (const VerbWords& child : verb.verbs) children += " " + last_word(child.name);
  return " -n '__numapack_verb " + verb.name +
         (children.empty() ? "" : "; and not __numapack_third" + children) + more + "'";
}

std::string fish_option(const VerbWords& verb, const OptionWords& option) {
  std::string line = "complete -c numapack" + fish_condition(verb), all;
  for (const std::string& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    all += " " + name;
  }
  if (!option.value.empty()) line += (option.value_optional ? "" : " -r") + fish_offer(option);
  line += fish_description(option.text) + "\n";
  // To fish only --json=FILE is an optional value.
  if (option.value_optional)
    line += "complete -c numapack" + fish_condition(verb, "; and __numapack_after" + all) +
            fish_offer(option) + "\n";
  return line;
}

std::string fish_verb(const VerbWords& verb) {
  std::string text;
  for (const VerbWords& child : verb.verbs) {
    text += fmt::format("complete -c numapack -n '__numapack_next{}' -a {}{}\n",
                        verb.name.empty() ? "" : " " + verb.name, last_word(child.name),
                        fish_description(child.text));
  }
  for (const OptionWords& option : verb.options) text += fish_option(verb, option);
  if (!verb.arguments.empty() && verb.arguments.front().kind != ValueKind::any) {
    text += "complete -c numapack" + fish_condition(verb) + fish_offer(verb.arguments.front()) +
            fish_description(verb.arguments.front().text) + "\n";
  }
  if (verb.takes_command) {
    text += "complete -c numapack -n '__numapack_other " + verb.name + "' -f -a '(__numapack_command)'\n";
    text += "complete -c numapack" + fish_condition(verb) + " -a -- -d 'then a command'\n";
  }
  return text;
}

}  // namespace

std::string fish_completion(const VerbWords& command) {
  std::string text = with_published_folders(fish_head);
  text += "complete -c numapack -f\n" + fish_verb(command);
  for (const VerbWords* const verb : all_verbs(command)) text += fish_verb(*verb);
  return text;
}

}  // namespace numapack
