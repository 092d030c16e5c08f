// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace numapack {

/// How a command ended.
struct ChildEnd {
  int status = 0;     ///< its exit status, or 128 and the signal that ended it
  int not_begun = 0;  ///< errno if it could not be run, and nothing else counts
};

/// The words as execv() takes them, which point into these.
std::vector<char*> arguments_of(const std::vector<std::string>& words);

/// Has the program take this process's place, as shells do: what is no program for the kernel but text is
/// read by /bin/sh. Returns errno if it cannot be.
int become(const std::string& program, const std::vector<std::string>& words);

/// Runs a program and waits for it and for all that it started and left behind. Signals that are sent to
/// this process are sent on to the program; those of the terminal reach it anyway. One of them after the
/// program has ended ends the waiting for what it left. Throws Error(system) if there can be no process. Not
/// next to other threads, nor other children.
ChildEnd run_to_its_end(const std::string& program, const std::vector<std::string>& words);

}  // namespace numapack
