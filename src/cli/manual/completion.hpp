// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "cli/manual/words.hpp"

namespace numapack {

/// Scripts that complete verbs, options, values that are words, files, published machines and processes, and
/// after -- another program's command line. They know all words and start nothing. Pure.
std::string bash_completion(const VerbWords& command);
std::string zsh_completion(const VerbWords& command);
std::string fish_completion(const VerbWords& command);

/// In single quotes, for any of these shells.
std::string shell_quoted(const std::string& text, bool fish = false);

/// All verbs of a tree but the command itself, those of verbs after them.
std::vector<const VerbWords*> all_verbs(const VerbWords& command);

/// A description on one line of a menu: its first sentence, at most so long.
std::string in_short(const std::string& text);

/// "shell" of "lab shell".
std::string last_word(const std::string& name);

/// A script with @FOLDERS@ as where the published machines are, seen from the folder of the command:
/// installed, and in a build tree.
std::string with_published_folders(std::string script);

}  // namespace numapack
