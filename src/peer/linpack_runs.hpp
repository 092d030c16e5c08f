// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "peer/processes/known_peers.hpp"
#include "peer/work/linpack_job.hpp"

namespace numapack {

/// One library on one job.
struct LinpackCase {
  LinpackJob job;
  std::optional<Peer> peer;  ///< nothing: numapack
  std::string library() const { return peer ? peer->name : "numapack"; }
};

struct LinpackResult {
  std::string version, path, symbol;
  std::vector<double> gflops;         ///< one a round; NaN where it could not be measured
  std::vector<double> factor_gflops;  ///< the same of dgetrf alone; not of the outer product
  std::vector<double> efficiencies;   ///< of the FMA peak of the same round
  std::optional<double> residual;     ///< HPL's; below 16 passes
  std::int64_t info = 0;
  nlohmann::json pages;     ///< of the matrix
  std::string explanation;  ///< numapack's plan for people
  std::string failure;

  Spread rate() const;
  std::optional<double> efficiency() const;
};

struct LinpackOptions {
  int rounds = 5;
  bool check = true;
  std::string program = "/proc/self/exe";
  std::function<bool()> interrupted;
  std::function<void(const std::string& what, double seconds_left)> progress;
};

struct LinpackRuns {
  std::vector<LinpackResult> results;  ///< as the cases
  std::vector<double> peak_gflops;     ///< one a round
  int rounds = 0;                      ///< completed
};

/// Measures the cases next to each other: each in a process of its own with a matrix of its own, stopped
/// while others are measured, rounds in rotating order with the FMA calibrator. All must have the same number
/// of threads. A library that does not load throws Error(invalid_argument); one that fails later is left out.
LinpackRuns measure_linpack(const std::vector<LinpackCase>& cases, const Machine& machine,
                            const LinpackOptions& options);

}  // namespace numapack
