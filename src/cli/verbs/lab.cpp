// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>

#include "cli/verbs/exec_python.hpp"
#include "cli/verbs/python_verbs.hpp"

namespace numapack {

void exec_lab(char** arguments) {
  const std::filesystem::path here = command_folder(), built = here / "lab" / "run.py",
                              script = find_script("the lab", {built, here / NUMAPACK_LAB_DATA / "run.py"});
  // The plugin and the guest's programs.
  const std::filesystem::path libraries = script == built ? here / "lab" : here / NUMAPACK_LAB_LIB;
  // A plugin of the user's own choice stays.
  setenv("NUMAPACK_LAB_PLUGIN", std::filesystem::weakly_canonical(libraries).c_str(), 0);
  // The study counts on this machine, too.
  setenv("NUMAPACK_LAB_COMMAND", std::filesystem::read_symlink("/proc/self/exe").c_str(), 1);
  exec_python("the lab", {"-I", "-B"}, script, {}, arguments);
}

void add_lab(CLI::App& app) {
  app.add_subcommand(kLabVerb, "Run any program on an emulated NUMA machine and count where its accesses go")
      ->set_help_flag();
}

}  // namespace numapack
