// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/options/routine_options.hpp"
#include "peer/work/job.hpp"

namespace numapack {

/// The arguments that `gemm` and `plan` share, as typed.
struct ProblemOptions {
  const CLI::App* verb = nullptr;  ///< which they were added to
  RoutineOptions routine;
  std::int64_t m = 0, n = 0, k = 0;
  CLI::Option *m_given = nullptr, *k_given = nullptr;
  std::string type = "d", trans_a = "n", trans_b = "n", alpha = "1", beta = "0";
  int threads = 0;
  CLI::Option* threads_given = nullptr;
  std::string nodes, grid, cpu, kernel, workspace;
  bool no_localise = false, no_collapse = false, huge_pages = false;
  std::vector<std::string> homes;
  std::int64_t lda = 0, ldb = 0, ldc = 0, offset = 0;
  CLI::Option *lda_given = nullptr, *ldb_given = nullptr, *ldc_given = nullptr;
  bool row_major = false;
  std::uint64_t seed = 1;
};

/// Adds them to a subcommand; `options` must live until it has run.
void add_problem_options(CLI::App& verb, ProblemOptions& options);

/// The job they describe on this machine. Throws Error(invalid_argument) naming the option.
Job make_job(const ProblemOptions& options, const Machine& machine);

}  // namespace numapack
