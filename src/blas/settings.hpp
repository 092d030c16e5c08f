// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string_view>

#include "base/made_once.hpp"
#include "blas/counts/work.hpp"

namespace numapack::standard {

/// The set of routines that this text leaves to the program's own BLAS, a bit each: names separated by
/// commas, each with '-' before it ("-trsm,-getrf"), or with '+' for these and no others ("+gemm,+trsm");
/// "-all". Throws Error(invalid_argument) for anything else. Pure.
std::uint64_t routines_left(std::string_view text);

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

/// Reads the environment, and writes the line that NUMAPACK_VERBOSE asks for.
Settings read_settings() noexcept;

inline const Settings& settings() {
  static constinit MadeOnce<Settings> read;
  return read.get(read_settings);
}

}  // namespace numapack::standard
