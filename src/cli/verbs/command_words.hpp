// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/manual/words.hpp"

namespace numapack {

/// The words of all verbs of this command, the lab's from the lab. Where that does not answer (no Python),
/// its verb has no options, and one line on standard error says so.
VerbWords command_words(const CLI::App& app);

}  // namespace numapack
