// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "launch/pinning.hpp"

namespace numapack {

/// What a program is started with.
struct Pinning {
  std::vector<int> cpus;  ///< kernel numbers, in the order in which threads get them
  PinnedMemory memory;
  bool each = false;     ///< a CPU a thread
  std::string arranged;  ///< by what and what that gains; "": as numbered
  std::vector<std::string> refused;
};

/// How one went whose threads were bound one by one.
struct PinnedRun {
  std::vector<std::string> command;
  int status = 0;
  double seconds = 0;
  std::vector<PinnedThread> threads;
};

/// One line: CPUs, cores and nodes, how threads share them, and memory.
std::string describe(const Pinning& pinning, const Machine& machine);

/// The same with a line a CPU: its core, node, die and package; and what else could be chosen.
std::string describe_choice(const Pinning& pinning, const Machine& machine);

/// How it ended, and a line a thread: where it was bound.
std::string describe(const PinnedRun& run, const Pinning& pinning, const Machine& machine);

/// The document of --json; docs/reference/place/pin.md describes it.
nlohmann::json to_json(const Pinning& pinning, const Machine& machine);
nlohmann::json to_json(const PinnedRun& run, const Pinning& pinning, const Machine& machine);

}  // namespace numapack
