// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "report/records.hpp"

namespace numapack {

/// Calls of one routine and class of sizes, in all processes.
struct CallsOfSize {
  std::string routine;          ///< "dgemm"
  std::int64_t least_size = 0;  ///< size^3 are a call's multiply-adds
  std::int64_t below_size = 0;  ///< 0: no end
  standard::CallCounts counts;
};

struct ReportedProcess {
  std::int64_t process = 0, parent = 0;
  std::string command, cpu;
  int nodes = 0;    ///< that it works on
  int threads = 0;  ///< that numapack may have there
  std::uint64_t calls = 0, left = 0;
  double seconds = 0;  ///< in all its calls
  std::int64_t first_ns = 0, last_ns = 0;
};

/// What a run was, added up.
struct RunSums {
  std::vector<CallsOfSize> calls;  ///< those that took longest first
  standard::CallCounts total;
  std::vector<ReportedProcess> processes;
  int most_nodes = 0;                      ///< that a process works on
  std::uint64_t calls_that_asked = 0;      ///< where their operands are
  std::map<int, double> operand_bytes_at;  ///< by the kernel's number of the node
  double on_one_node_bytes = 0, interleaved_bytes = 0, divided_bytes = 0;
  std::uint64_t traced = 0, cut = 0;  ///< calls in the trace, and those that it has no room for
  int unreadable = 0;

  double operand_bytes() const { return on_one_node_bytes + interleaved_bytes + divided_bytes; }
};

standard::CallCounts added(standard::CallCounts to, const standard::CallCounts& from);

/// Pure.
RunSums sum_up(const Records& records);

/// How the command was started, as far as a hint depends on it.
struct RunConditions {
  int usable_threads = 1;    ///< of the machine
  bool interleaved = false;  ///< --memory interleave
};

/// What to do better next time, a sentence each. Pure.
std::vector<std::string> hints(const RunSums& sums, const RunConditions& conditions);

}  // namespace numapack
