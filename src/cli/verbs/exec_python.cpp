// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verbs/exec_python.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "launch/child.hpp"

namespace numapack {

namespace fs = std::filesystem;

fs::path command_folder() { return fs::read_symlink("/proc/self/exe").parent_path(); }

fs::path find_script(const std::string& what, const std::vector<fs::path>& places) {
  for (const fs::path& place : places)
    if (fs::exists(place)) return place;
  throw Error(ErrorCode::not_supported, what,
              fmt::format("there is no {}", places.back().lexically_normal().string()),
              "install numapack whole, or start the command in its build folder");
}

void exec_python(const std::string& what, std::vector<std::string> options, const fs::path& script,
                 std::vector<std::string> words, char** arguments) {
  std::vector<std::string> command{"python3"};
  command.insert(command.end(), std::make_move_iterator(options.begin()),
                 std::make_move_iterator(options.end()));
  command.push_back(script.string());
  command.insert(command.end(), std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
  for (; *arguments != nullptr; ++arguments) command.emplace_back(*arguments);
  execvp(command.front().c_str(), arguments_of(command).data());
  throw Error(ErrorCode::not_supported, what, fmt::format("python3 does not start: {}", std::strerror(errno)),
              "install Python 3.9 or newer");
}

}  // namespace numapack
