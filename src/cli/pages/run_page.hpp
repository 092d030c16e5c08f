// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "report/sums.hpp"

namespace numapack {

/// What was run, and how it ended.
struct RunOutcome {
  std::vector<std::string> command;
  int status = 0;
  double seconds = 0;  ///< until the last process that it started had ended
  std::string trace;   ///< the file; "": none
};

/// The page that `numapack run --report` ends with.
std::string describe(const RunSums& sums, const std::vector<std::string>& hints, const RunOutcome& outcome);

/// The document that `numapack run --json` writes; docs/reference/compute/run.md describes it.
nlohmann::json to_json(const RunSums& sums, const std::vector<std::string>& hints, const RunOutcome& outcome);

}  // namespace numapack
