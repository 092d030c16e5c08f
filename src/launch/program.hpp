// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace numapack {

/// What of an ELF file says whether a preloaded library reaches it.
struct Executable {
  std::uint16_t machine = 0;  ///< EM_X86_64 …
  bool is_64_bit = true;
  bool has_interpreter = false;  ///< the dynamic loader starts it
  bool defines_blas = false;     ///< it has a dgemm_ or cblas_dgemm of its own
};

/// Nothing if it is no ELF file, or one that is cut off. Throws Error(system) if it cannot be read.
std::optional<Executable> read_executable(const std::filesystem::path& file);

/// The words behind "#!" of a script; empty if it is none.
std::vector<std::string> interpreter_of(const std::filesystem::path& file);

/// Whether shells would read it as a script of theirs when the kernel does not run it: nothing in its first
/// line is no text. Empty ones are scripts, too.
bool is_script_of_shell(const std::filesystem::path& file);

/// What a shell finds for a command.
struct FoundProgram {
  std::filesystem::path path;  ///< "": nothing that may be run
  int why_not = 0;             ///< errno then: ENOENT, EISDIR, EACCES
};

/// As it is if it has a slash, else along `path` (PATH's value), where folders do not count.
FoundProgram find_program(const std::string& name, const std::string& path);

/// Why a library that is preloaded does not reach this program, in words that follow its name; "": it does,
/// as far as can be seen. Scripts are as reachable as what interprets them.
std::string why_not_reached(const std::filesystem::path& program, const std::string& path);

}  // namespace numapack
