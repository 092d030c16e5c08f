// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace numapack {

/// What a command that ran to its end took.
struct CommandRun {
  int status = 0;  ///< its exit status, or 128 and the signal that ended it
  double seconds = 0;
  std::uint64_t peak_bytes = 0;    ///< resident, of the largest of its processes
  std::uint64_t minor_faults = 0;  ///< of all of them that were waited for: pages found in memory, or made
  std::uint64_t major_faults = 0;  ///< … read from a disk
};

/// Runs a command with this process's input and output and waits for it; Ctrl-C goes to the command alone.
/// `held` is called with its process, which becomes the command when that is done.
/// Throws Error(system) if it cannot be started; `status` of an error is 127 if there is no such program,
/// else 126.
CommandRun run_command(const std::vector<std::string>& words, const std::function<void(pid_t)>& held = {});

}  // namespace numapack
