// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "grade/child.hpp"
#include "peer/routines/blas_routine.hpp"

namespace numapack {

struct BitsOptions {
  std::uint64_t calls = 300, seed = 1;
  std::vector<int> threads{1, 2};  ///< with the first the others are compared
  std::vector<const BlasRoutine*> routines;
  bool against_reference = false;  ///< also look whether the results are right
};

/// What a call is compared with: the same call in a process with another number of threads; in another
/// process that is like it; right after; with operands elsewhere in their pages; with gaps between their
/// columns.
enum class BitsAspect : std::uint8_t { threads, process, repeated, alignment, gaps };
inline constexpr std::array<const char*, 5> kBitsAspects{"threads", "process", "repeated", "alignment",
                                                         "gaps"};

/// Of the calls of one process how many had other bits.
struct BitsRun {
  struct Differing {
    std::uint64_t calls = 0;
    std::string first;  ///< the first of them
  };
  int threads = 1;
  std::uint64_t calls = 0;  ///< made; those that the library lacks are not
  /// By aspect; nothing where it was not looked at.
  std::array<std::optional<Differing>, kBitsAspects.size()> differing;
  bool helped = true;       ///< threads besides the caller's worked
  double worst_error = 0;   ///< over its bound, with against_reference
  std::string worst_call;   ///< that has it
  std::string failure;      ///< how it ended before its time, "" if it did not
  std::string failed_call;  ///< in which call; "" if in none

  std::uint64_t differing_calls() const;  ///< all aspects
};

struct LibraryBits {
  std::string name, version, path;
  std::vector<std::string> lacks;  ///< routines that were drawn and are not there
  std::vector<BitsRun> runs;       ///< one a number of threads

  bool failed() const;
};

/// A library for each number of threads; Peer has its environment.
using PeerForThreads = std::function<Peer(int threads)>;

/// The same random calls by one library in fresh processes, two of which have the first number of threads and
/// one each of the others. A crash or a hang ends one process, and is in its run.
LibraryBits measure_bits(const PeerForThreads& library, const BitsOptions& bits, const ChildOptions& options);

}  // namespace numapack
