// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <filesystem>

#include "cli/verbs/exec_python.hpp"
#include "cli/verbs/python_verbs.hpp"

namespace numapack {

void exec_report(char** arguments) {
  const std::filesystem::path here = command_folder();
  const std::filesystem::path script =
      find_script("the report", {here / "report" / "report.py", here / NUMAPACK_REPORT_DATA / "report.py"});
  // Not isolated (-I): a user's own plotly counts.
  exec_python("the report", {"-B"}, script, {std::filesystem::read_symlink("/proc/self/exe").string()},
              arguments);
}

void add_report(CLI::App& app) {
  app.add_subcommand(kReportVerb, "Make an HTML page of all measurements, with charts and tables")
      ->set_help_flag();
}

}  // namespace numapack
