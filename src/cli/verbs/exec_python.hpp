// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace numapack {

/// Where this command is.
std::filesystem::path command_folder();

/// A script next to the command in a build folder, or where it is installed: the first of them that is there.
/// Error, with `what` as its place: neither is.
std::filesystem::path find_script(const std::string& what, const std::vector<std::filesystem::path>& places);

/// Becomes python3 with `options`, the script, the words and the arguments (null-terminated), which are
/// passed on as they are. Returns only by Error, with `what` as its place: no Python.
void exec_python(const std::string& what, std::vector<std::string> options,
                 const std::filesystem::path& script, std::vector<std::string> words, char** arguments);

}  // namespace numapack
