// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstdint>

#include "base/made_once.hpp"
#include "blas/counts/work.hpp"

namespace numapack::standard {

/// What this library does itself, as the environment has it: read once.
struct Settings {
  std::uint64_t left = 0;          ///< a bit for each routine that is the program's own BLAS's
  double least_multiply_adds = 0;  ///< calls of fewer are, too

  bool leaves(Routine routine) const { return (left >> static_cast<unsigned>(routine) & 1) != 0; }
  bool leaves(const Work& work) const {
    return (leaves(work.routine) || (least_multiply_adds > 0 && multiply_adds(work) < least_multiply_adds)) &&
           !nobody_else_does;
  }

  /// Set on a thread while it calls again what it had left, and nobody else does.
  static thread_local bool nobody_else_does;
};

/// Reads the environment, reports senseless settings on standard error, and writes the line that
/// NUMAPACK_VERBOSE requests.
Settings read_settings() noexcept;

inline const Settings& settings() {
  static constinit MadeOnce<Settings> read;
  return read.get(read_settings);
}

/// Set when a setting makes no sense for which the library's calls fail that are not lenient.
extern constinit std::atomic<bool> calls_are_lenient;

/// Looks at the library's settings, again if they may have changed, and says what is new of what makes no
/// sense.
void look_at_settings() noexcept;

}  // namespace numapack::standard
