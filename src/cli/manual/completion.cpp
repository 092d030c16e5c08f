// SPDX-License-Identifier: BSD-3-Clause
#include "cli/manual/completion.hpp"

namespace numapack {

std::string shell_quoted(const std::string& text, bool fish) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (fish && (letter == '\'' || letter == '\\'))
      quoted += std::string("\\") + letter;
    else if (letter == '\'')
      quoted += "'\\''";
    else
      quoted += letter;
  }
  return quoted + "'";
}

std::vector<const VerbWords*> all_verbs(const VerbWords& command) {
  std::vector<const VerbWords*> all;
  for (const VerbWords& verb : command.verbs) {
    all.push_back(&verb);
    for (const VerbWords* const child : all_verbs(verb)) all.push_back(child);
  }
  return all;
}

std::string in_short(const std::string& text) {
  constexpr std::size_t most = 90;
  std::string first = text.substr(0, text.find('\n'));
  for (const char* const end : {". ", "; ", ": "})
    if (const auto at = first.find(end); at != std::string::npos && at > 12) first.erase(at);
  if (first.size() > most) first.erase(first.rfind(' ', most));
  while (!first.empty() && (first.back() == '.' || first.back() == ',')) first.pop_back();
  return first;
}

std::string last_word(const std::string& name) { return name.substr(name.rfind(' ') + 1); }

std::string with_published_folders(std::string script) {
  const std::string mark = "@FOLDERS@";
  return script.replace(script.find(mark), mark.size(), NUMAPACK_PUBLISHED " ../data/machines");
}

}  // namespace numapack
