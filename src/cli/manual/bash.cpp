// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "cli/manual/completion.hpp"

namespace numapack {

namespace {

// "=" and ":" may be words of their own (COMP_WORDBREAKS): the value after "--type" "=" is the next word.
constexpr const char* bash_head = R"sh(# shellcheck shell=bash
# Completion of numapack for bash, made by "numapack completion bash".

_numapack_published() { # SUFFIX that is taken off; "": whole paths
  local command bin folder file
  command=$(type -P -- "$_numapack_command") && bin=$(dirname -- "$(readlink -f -- "$command")") || return 0
  for folder in @FOLDERS@;
do
    for file in "$bin/$folder"/*.json; do
      [[ -e $file ]] || continue
      [[ $(basename -- "$file" .json) == "$_numapack_word"* ]] || continue
      if [[ -n $1 ]]; then basename -- "$file" "$1"; else readlink -f -- "$file"; fi
    done
  done
}

_numapack_lines() { # adds the lines of its input to the answers
  local line
  while IFS= read -r line; do COMPREPLY+=("$line"); done
}

_numapack_among() { # WORDS: those that begin as the word does
  _numapack_lines < <(compgen -W "$1" -- "$_numapack_word")
}

_numapack_list() { # WORDS: the same for the last one of a list with commas
  local before=
  [[ $_numapack_word != *,* ]] || before=${_numapack_word%,*},
  _numapack_lines < <(compgen -P "$before" -W "$1" -- "${_numapack_word##*,}")
  compopt -o nospace 2> /dev/null
}

_numapack_files() {
  compopt -o filenames 2> /dev/null
  _numapack_lines < <(compgen -f -- "$_numapack_word")
}

_numapack_folders() {
  compopt -o filenames 2> /dev/null
  _numapack_lines < <(compgen -d -- "$_numapack_word")
}

_numapack_machines() {
  _numapack_files
  [[ -z $_numapack_word || $_numapack_word == */* ]] || _numapack_lines < <(_numapack_published "")
}

_numapack_names() {
  _numapack_files
  _numapack_lines < <(_numapack_published .json)
}

_numapack_processes() {
  _numapack_among "$(cd /proc && echo [0-9]*)"
}

)sh";

constexpr const char* bash_tail = R"sh(
_numapack() {
  COMPREPLY=()
  local _numapack_command=${COMP_WORDS[0]} _numapack_word=${COMP_WORDS[COMP_CWORD]}
  local verb= before=${COMP_WORDS[COMP_CWORD - 1]} at verbs options command
  for ((at = 1; at < COMP_CWORD; ++at)); do
    _numapack_about "$verb"
    if [[ ${COMP_WORDS[at]} == -- && -n $command ]]; then
      if declare -F _command_offset > /dev/null; then
        _command_offset $((at + 1))
      elif ((COMP_CWORD == at + 1)); then
        _numapack_lines < <(compgen -c -- "$_numapack_word")
      else
        _numapack_files
      fi
      return
    fi
    # A verb stands before all options.
    if [[ " $verbs " == *" ${COMP_WORDS[at]} "* ]] && ((at == 1 || at == 2)); then
      verb="${verb:+$verb }${COMP_WORDS[at]}"
    fi
  done
  _numapack_about "$verb"
  if [[ $_numapack_word == = ]]; then
    _numapack_word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if [[ $_numapack_word == -* ]]; then
    _numapack_among "$options"
  elif ! _numapack_value "$verb" "$before"; then
    [[ -z $verbs || -n $verb && $COMP_CWORD -gt 2 ]] || _numapack_among "$verbs"
    _numapack_argument "$verb"
  fi
}

complete -F _numapack numapack
)sh";

std::string with_spaces(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

/// The call that offers values; "": there is nothing to offer.
std::string bash_offer(const OptionWords& option) {
  switch (option.kind) {
    case ValueKind::word:
      return (option.list ? "_numapack_list " : "_numapack_among ") +
             shell_quoted(with_spaces(option.choices));
    case ValueKind::file:
      return "_numapack_files";
    case ValueKind::folder:
      return "_numapack_folders";
    case ValueKind::machine:
      return "_numapack_machines";
    case ValueKind::published:
      return "_numapack_names";
    case ValueKind::process:
      return "_numapack_processes";
    case ValueKind::any:
      break;
  }
  return "";
}

std::string bash_about(const VerbWords& verb) {
  std::vector<std::string> verbs, options;
  for (const VerbWords& child : verb.verbs) verbs.push_back(last_word(child.name));
  for (const OptionWords& option : verb.options)
    options.insert(options.end(), option.names.begin(), option.names.end());
  if (verb.takes_command) options.emplace_back("--");
  return fmt::format("    {}) verbs={} options={} command={} ;;\n", shell_quoted(verb.name),
                     shell_quoted(with_spaces(verbs)), shell_quoted(with_spaces(options)),
                     verb.takes_command ? "yes" : "");
}

std::string bash_values(const VerbWords& verb) {
  std::string text;
  for (const OptionWords& option : verb.options) {
    if (option.value.empty()) continue;
    std::string names;
    for (const std::string& name : option.names)
      names += (names.empty() ? "" : " | ") + shell_quoted(verb.name + " " + name);
    const std::string words = bash_offer(option);
    // An optional value is not owed: where nothing fits, the rest is offered.
    text += fmt::format("    {}) {} ;;\n", names, words.empty() ? "return 0" : words);
  }
  return text;
}

}  // namespace

std::string bash_completion(const VerbWords& command) {
  std::string known = bash_about(command), valued, arguments;
  for (const VerbWords* const verb : all_verbs(command)) {
    known += bash_about(*verb);
    valued += bash_values(*verb);
    const std::string words = verb->arguments.empty() ? "" : bash_offer(verb->arguments.front());
    if (!words.empty()) arguments += fmt::format("    {}) {} ;;\n", shell_quoted(verb->name), words);
  }
  std::string text = with_published_folders(bash_head);
  text +=
      "_numapack_about() { # VERB: sets verbs, options, command\n  case $1 in\n" + known + "  esac\n}\n\n";
  text +=
      "_numapack_value() { # VERB OPTION: the option's values; fails if it has none\n  case \"$1 $2\" "
      "in\n" +
      valued + "    *) return 1 ;;\n  esac\n  return 0\n}\n\n";
  text += "_numapack_argument() { # VERB: what stands without an option\n  case $1 in\n" + arguments +
          "  esac\n}\n";
  return text + bash_tail;
}

}  // namespace numapack
