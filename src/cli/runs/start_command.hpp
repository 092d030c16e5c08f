// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace numapack {

/// How a command ended that ran as a child.
struct StartedCommand {
  int status = 0;
  double seconds = 0;
};

// Commands of verbs that start one, named `verb` in what is said. One that cannot be run is CLI::RuntimeError
// with 127 (there is none) or 126, as shells and nice have it, after a line on standard error.

/// The program that a command's first word names.
std::string program_of(const std::string& verb, const std::string& word);

/// What the program is read by is not there, or the kernel refuses it.
[[noreturn]] void refuse_found_program(const std::string& verb, const std::string& program, int why);

/// Has the command take this process's place.
[[noreturn]] void become_command(const std::string& verb, const std::vector<std::string>& words);

/// Runs it as a child, to its end and that of all it started.
StartedCommand run_command_to_its_end(const std::string& verb, const std::vector<std::string>& words);

}  // namespace numapack
