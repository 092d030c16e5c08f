// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "cli/manual/completion.hpp"
#include "cli/verbs/command_words.hpp"
#include "cli/verbs/verbs.hpp"

namespace numapack {

void add_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  CLI::App& completion = *app.add_subcommand(
      "completion", "Print the script that completes verbs, options and values in a shell");
  completion.add_option("bash|zsh|fish", *shell, "The shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completion.footer(
      "make install and the Debian package install all three; a shell that was started since has it.\n"
      "Example:\n"
      "  source <(numapack completion bash)\n"
      "  source <(numapack completion zsh)\n"
      "  numapack completion fish | source");
  completion.callback([&app, shell] {
    const VerbWords words = command_words(app);
    fmt::print("{}", *shell == "bash"  ? bash_completion(words)
                     : *shell == "zsh" ? zsh_completion(words)
                                       : fish_completion(words));
  });
}

}  // namespace numapack
