// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "cli/manual/completion.hpp"

namespace numapack {

namespace {

constexpr const char* zsh_head = R"sh(#compdef numapack
# Completion of numapack for zsh, made by "numapack completion zsh".

_numapack_published() { # SUFFIX that is taken off; "": whole paths
  local bin=${${(Q)_numapack_command}:A:h} folder
  local -a files
  [[ -x ${(Q)_numapack_command} ]] || bin=${commands[${(Q)_numapack_command}]:A:h}
  for folder in @FOLDERS@; do
    files+=($bin/$folder/*.json(N:A))
  done
  if [[ -n $1 ]]; then
    compadd -- ${${files:t}%$1}
  else
    # "kun" stands for /usr/share/numapack/machines/kunpeng920.json.
    files=(${(M)files:#*/$PREFIX*.json})
    [[ -z $PREFIX || $PREFIX == */* ]] || compadd -U -- $files
  fi
}

_numapack_machines() { # a file, or a published machine's
  _files
  _numapack_published ''
}

_numapack_names() { # a published machine's name, or a file
  _numapack_published .json
  _files
}

_numapack_processes() { # all of them, with what they run
  local -a all=(${(f)"$(command ps -A -o pid=,comm=)"})
  all=(${all##[[:space:]]#})
  all=(${all/ /:})
  _describe process all
}

# After --: another program's command line.
_numapack_other() {
  local at=${words[(i)--]}
  ((at < CURRENT)) || return 1
  shift $at words
  ((CURRENT -= at))
  _normal
}

)sh";

constexpr const char* zsh_tail = R"sh(
# Autoloaded as a completion, or sourced.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _numapack "$@"
else
  compdef _numapack numapack
fi
)sh";

/// Within a specification of _arguments, quotes come later.
std::string zsh_escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') result += '\\';
    result += letter;
  }
  return result;
}

/// ":message:action" of a value.
std::string zsh_action(const OptionWords& option, const std::string& message) {
  std::string name = zsh_escaped(message), words = fmt::format("{}", fmt::join(option.choices, " "));
  std::transform(name.begin(), name.end(), name.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 0x20) : letter;
  });
  const auto with = [&](const std::string& what) { return name + ":" + what; };
  switch (option.kind) {
    case ValueKind::word:
      return with(option.list ? "_sequence compadd - " + words : "(" + words + ")");
    case ValueKind::file:
      return with("_files");
    case ValueKind::folder:
      return with("_files -/");
    case ValueKind::machine:
      return with("_numapack_machines");
    case ValueKind::published:
      return with("_numapack_names");
    case ValueKind::process:
      return with("_numapack_processes");
    case ValueKind::any:
      break;
  }
  return with(" ");
}

std::string zsh_option(const OptionWords& option) {
  std::string text = "[" + zsh_escaped(in_short(option.text)) + "]";
  if (!option.value.empty()) text += (option.value_optional ? "::" : ":") + zsh_action(option, option.value);
  std::string others;
  if (option.names == std::vector<std::string>{"-h", "--help"})
    others = "(- *)";
  else if (option.names.size() > 1)
    others = fmt::format("({})", fmt::join(option.names, " "));
  std::string line;
  for (const std::string& name : option.names) {
    // -n 5 and -n5, --type d and --type=d.
    const std::string joint = option.value.empty() ? "" : name.starts_with("--") ? "=" : "+";
    line += " \\\n    " + shell_quoted((option.repeated ? "*" : others) + name + joint + text);
  }
  return line;
}

std::string function_name(const VerbWords& verb) {
  std::string name = "_numapack" + (verb.name.empty() ? "" : "_" + verb.name);
  std::replace_if(
      name.begin(), name.end(), [](char letter) { return letter == ' ' || letter == '-'; }, '_');
  return name;
}

std::string zsh_function(const VerbWords& verb) {
  std::string text = function_name(verb) + "() {\n";
  if (verb.name.empty()) text += "  local _numapack_command=$words[1]\n";
  if (verb.takes_command) text += "  _numapack_other && return\n";
  if (!verb.verbs.empty()) {
    std::string verbs, cases;
    for (const VerbWords& child : verb.verbs) {
      const std::string name = last_word(child.name);
      verbs += "    " + shell_quoted(name + ":" + zsh_escaped(in_short(child.text))) + "\n";
      cases +=
          fmt::format("      {}) shift words; ((CURRENT--)); {}; return ;;\n", name, function_name(child));
    }
    text += "  local -a verbs=(\n" + verbs + "  )\n";
    text +=
        "  if ((CURRENT > 2)); then\n    case $words[2] in\n" + cases +
        "    esac\n  elif [[ $PREFIX != -* ]]; then\n    _describe -t verbs verb verbs\n    return\n  fi\n";
  }
  std::string specifications;
  for (const OptionWords& option : verb.options) specifications += zsh_option(option);
  if (verb.takes_command) specifications += " \\\n    '--[then a command]'";
  for (const OptionWords& argument : verb.arguments) {
    const bool more = argument.repeated;
    specifications += " \\\n    " + shell_quoted((more ? "*:" : ":") + zsh_action(argument, argument.value));
  }
  return text + "  _arguments -s" + specifications + "\n}\n\n";
}

}  // namespace

std::string zsh_completion(const VerbWords& command) {
  std::string text = with_published_folders(zsh_head);
  for (const VerbWords* const verb : all_verbs(command)) text += zsh_function(*verb);
  text += zsh_function(command);
  text.pop_back();
  return text + zsh_tail;
}

}  // namespace numapack
