// SPDX-License-Identifier: BSD-3-Clause
#include "cli/verbs/lab.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/error.hpp"

namespace numapack {
namespace {

namespace fs = std::filesystem;

struct LabFolders {
  fs::path script;     ///< run.py
  fs::path libraries;  ///< the plugin and the guest's programs
};

LabFolders find_lab() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  const LabFolders installed{here / NUMAPACK_LAB_DATA / "run.py", here / NUMAPACK_LAB_LIB};
  const LabFolders built{here / "lab" / "run.py", here / "lab"};
  for (const LabFolders& found : {built, installed})
    if (fs::exists(found.script)) return {found.script, fs::weakly_canonical(found.libraries)};
  throw Error(ErrorCode::not_supported, "the lab",
              fmt::format("there is no {}", installed.script.lexically_normal().string()),
              "install numapack whole, or start the command in its build folder");
}

}  // namespace

void exec_lab(char** arguments) {
  const LabFolders lab = find_lab();
  // A plugin of the user's own choice stays.
  setenv("NUMAPACK_LAB_PLUGIN", lab.libraries.c_str(), 0);
  std::string script = lab.script.string();
  std::string python = "python3", isolated = "-I", no_cache = "-B";
  std::vector<char*> command = {python.data(), isolated.data(), no_cache.data(), script.data()};
  for (; *arguments != nullptr; ++arguments) command.push_back(*arguments);
  command.push_back(nullptr);
  execvp(python.c_str(), command.data());
  throw Error(ErrorCode::not_supported, "the lab",
              fmt::format("python3 does not start: {}", std::strerror(errno)), "install Python 3.9 or newer");
}

void add_lab(CLI::App& app) {
  app.add_subcommand("lab", "Run any program on an emulated NUMA machine and count where its accesses go")
      ->set_help_flag();
}

}  // namespace numapack
