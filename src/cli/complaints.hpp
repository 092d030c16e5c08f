// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace numapack {

/// What is wrong with a command line whose first word is no verb: which verb or option is near, else all the
/// verbs there are. "": no word at all.
std::string no_verb(const CLI::App& app, const std::string& word);

/// What is wrong with words that the parser has no use for: options that there are not, with the one that is
/// near, or a word too many.
std::string unexpected(const CLI::App& app);

/// What is wrong where the parser says that an option is missing: one that there is not comes first, since it
/// may have been meant to be it.
std::string missing(const CLI::App& app, const std::string& said);

/// A message that begins with an option of several names, with the name that these words have.
std::string as_typed(const CLI::App& app, std::string message, const std::vector<std::string>& words);

/// What is wrong with a value that is not of its option's kind, from what the parser says: the option, the
/// value, and what is allowed.
std::string unconverted(const CLI::App& app, const std::string& said);

}  // namespace numapack
