// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "machine/machine.hpp"

namespace numapack::probe {

/// Who does what to bring the lines of a stretch into a state.
enum class Actor { owner, helper };
enum class Act {
  take_and_flush,  ///< read and write every line, then drop it from all caches
  write,
  read,
};
struct Step {
  Actor actor;
  Act act;
  bool operator==(const Step&) const = default;
};

/// The steps that bring lines into a state as far as a program can: intended, not guaranteed.
/// M: the owner writes. E: the owner reads lines that nobody has. S: so, and then the helper reads. O: the
/// owner writes, and then the helper reads. F: the helper reads first, the owner last. Before all of them the
/// owner writes and flushes, which removes the lines from all caches. Throws Error(invalid_argument) for
/// another state. Pure.
std::vector<Step> steps_to(const std::string& state);

bool needs_helper(const std::string& state);

/// M, E, S; and O where the processor is AMD's, F where it is Intel's (their documented protocols), nothing
/// more elsewhere. Pure.
std::vector<std::string> states_of(const Machine& machine);

/// Does one act on all lines of a stretch; `line_bytes` apart.
void perform(Act act, char* data, std::size_t bytes, std::size_t line_bytes);

}  // namespace numapack::probe
