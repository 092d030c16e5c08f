// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/manual/words.hpp"

namespace numapack {

/// The words of all verbs of this command. One that another program parses (it has no --help of its own here)
/// is asked for them: "numapack VERB describe" answers as words_from_json() reads it. Where it does not (no
/// Python), it has no options, and one line on standard error says so.
VerbWords command_words(const CLI::App& app);

}  // namespace numapack
