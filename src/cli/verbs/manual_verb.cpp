// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>

#include "base/error.hpp"
#include "cli/manual/completion.hpp"
#include "cli/manual/man_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/verbs/command_words.hpp"
#include "cli/verbs/verbs.hpp"

namespace numapack {

namespace {

namespace fs = std::filesystem;

struct ManualVerb {
  std::string into, docs, date;
};

void write_file(const fs::path& file, const std::string& text) {
  std::error_code trouble;
  fs::create_directories(file.parent_path(), trouble);
  if (trouble) invalid("--into", "cannot make " + file.parent_path().string(), "give a folder of yours");
  JsonFile(file.string(), "--into").write_text(text);
}

void run(const ManualVerb& verb, const CLI::App& app) {
  const VerbWords words = command_words(app);
  const ManualContext context{NUMAPACK_VERSION, verb.date, verb.docs};
  const fs::path into = verb.into;
  write_file(into / "man1" / man_page_name(words), man_page(words, words, context));
  for (const VerbWords& one : words.verbs)
    write_file(into / "man1" / man_page_name(one), man_page(one, words, context));
  write_file(into / "bash" / "numapack", bash_completion(words));
  write_file(into / "zsh" / "_numapack", zsh_completion(words));
  write_file(into / "fish" / "numapack.fish", fish_completion(words));
}

}  // namespace

void add_manual(CLI::App& app) {
  auto verb = std::make_shared<ManualVerb>();
  CLI::App& manual =
      *app.add_subcommand("manual", "For builds: the manual pages and completions, into a folder");
  manual.group("");
  manual.add_option("--into", verb->into, "Folder for man1/, bash/, zsh/ and fish/")->required();
  manual.add_option("--docs", verb->docs, "numapack's docs/reference: introductions, variables");
  manual.add_option("--date", verb->date, "Of the pages, such as 2026-01-31");
  manual.footer("Example:\n  numapack manual --into build/manual --docs docs/reference");
  manual.callback([&app, verb] { run(*verb, app); });
}

}  // namespace numapack
