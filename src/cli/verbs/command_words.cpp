// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verbs/command_words.hpp"
#include "cli/terminal/page.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

namespace numapack {

namespace {

/// What this command prints, started as "numapack VERB describe"; what it complains of is its own.
std::string described(const std::string& verb) {
  // The shell's parent is this process, whose program runs under whatever path.
  const std::string command = "exec /proc/$PPID/exe " + verb + " describe";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  char part[4096];
  while (pipe != nullptr) {
    const std::size_t got = std::fread(part, 1, sizeof part, pipe.get());
    if (got == 0) break;
    text.append(part, got);
  }
  return text;
}

}  // namespace

VerbWords command_words(const CLI::App& app) {
  VerbWords words = words_of(app);
  for (VerbWords& verb : words.verbs) {
    if (app.get_subcommand(verb.name)->get_help_ptr() != nullptr) continue;
    try {
      std::string name = verb.name, text = verb.text;
      verb = words_from_json(described(name));
      verb.name = std::move(name);
      verb.text = std::move(text);
    } catch (const nlohmann::json::exception&) {
      print_message(fmt::format("without the options of {}, which does not describe itself", verb.name));
    }
  }
  return words;
}

}  // namespace numapack
