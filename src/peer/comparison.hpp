// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "peer/processes/known_peers.hpp"
#include "peer/processes/process.hpp"
#include "peer/work/job.hpp"

namespace numapack {

/// What one library did. Rounds in which it could not be measured are missing from `gflops` (NaN).
struct LibraryResult {
  std::string name, version, path, symbol;
  Environment environment;
  std::vector<std::string> remarks;
  std::vector<double> gflops;  ///< one a round
  std::vector<double>
      efficiencies;  ///< one a round: GF/s over threads times the FMA rate of a thread in that round
  std::vector<double> ratios;  ///< one a round: GF/s over the best library's in that round
  std::int64_t calls_per_visit = 0;
  nlohmann::json pages, refused;           ///< where its operands lie; policies that the kernel refused
  nlohmann::json counters;                 ///< with counters: of all samples, with "calls"; else null
  std::optional<double> error_over_bound;  ///< with a check
  std::int64_t elements_checked = 0;
  std::string failure;  ///< how it ended before its time; "" if it did not

  Spread rate() const;                       ///< over the rounds measured
  std::optional<double> ratio() const;       ///< median; nothing without a round
  std::optional<double> efficiency() const;  ///< likewise
};

/// A library that does not have the job's routine.
struct LeftOut {
  std::string library, path, lacks;
};

struct ComparisonResult {
  std::vector<LibraryResult> libraries;  ///< numapack first, then the peers in order
  std::vector<LeftOut> left_out;
  std::string peak_instruction_set;
  std::vector<double> peak_gflops;  ///< one a round: all threads together
  std::vector<double> peak_ghz;     ///< one a round: the clock that their cores had in its last turn
  nlohmann::json plan;              ///< numapack's, where it has one
  std::string explanation;          ///< the same for people
  int rounds = 0;                   ///< completed
  int visits = 1;                   ///< of each member in a round
  bool interrupted = false;
};

struct ComparisonOptions {
  int rounds = 10;
  bool check = false;
  std::string library;  ///< a build of numapack's shared library, measured in place of this one; "": none
  std::string bits;     ///< numapack's level of NUMAPACK_BITS, which peers do not get; "": the environment's
  bool counters = false;  ///< what the CPU's counters say of each library's samples
  bool plain = false;     ///< also numapack on operands stored plainly: "numapack plain", after numapack
  double patience = 0;    ///< seconds to wait for one answer; 0: from the problem's size
  std::string program = "/proc/self/exe";  ///< that has the worker's subcommand
  std::function<bool()> interrupted;       ///< asked some times a second
  std::function<void(const std::string& what, double seconds_left)> progress;  ///< seconds < 0: not known yet
};

/// How often a round visits each member, when a visit of each takes so long: until the fastest has been
/// measured for so many seconds, at least once, at most 1000 times.
int visits_in_a_round(double sample_seconds, const std::vector<double>& visit_seconds);

/// Measures numapack and the peers, each in a process of its own with operands of its own, stopped while
/// another is measured. Rounds visit the libraries and the FMA calibrator in rotating order, short calls many
/// times a round, so that a host that takes the processors away, or has another guest on the same core, hits
/// all of them alike; ratios are taken within a round. Many short visits halve the spread of the ratios
/// next to such guests (Z3-070).
///
/// A peer that does not load throws Error(invalid_argument) naming it; one that lacks a routine other than
/// gemm is left out and named; one that fails later is left out from
/// then on and says so in its result. An interrupt ends the rounds and keeps what was measured.
ComparisonResult compare(const Job& job, const std::vector<Peer>& peers, const Machine& machine,
                         const ComparisonOptions& options);

}  // namespace numapack
