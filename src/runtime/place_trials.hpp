// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

namespace numapack {

/// Which of several places in a buffer is the best to work in, found out by working in each a few times.
///
/// Why they differ: L2 goes by physical addresses. Where memory consists of 4 KiB pages (without huge pages,
/// or in a virtual machine whose host has none, which no guest can see) a block's pages share L2's sets by
/// chance, and a block of half of L2 that shares them badly does not stay there. Such a place stays good or
/// bad as long as its pages are there (CL-070).
///
/// Trials are held again from time to time, each time after twice as much work: what disturbed all of them
/// (other programs, for some tenths of a second) or has moved the pages since must not decide for good.
///
/// Of one thread at a time.
class alignas(64) PlaceTrials {
 public:
  static constexpr int most_places = 8;

  /// The places in question.
  struct Places {
    std::size_t begin = 0, step = 0;  ///< of the first in the buffer, from one to the next, in bytes
    int count = 1;                    ///< most_places at most
    bool operator==(const Places&) const = default;
  };

  /// Measures work in a place while it lives.
  class Timing {
   public:
    /// `work` in any unit, the same for all places; 0: not to be measured.
    Timing(PlaceTrials& trials, int place, double work);
    ~Timing();
    Timing(const Timing&) = delete;
    Timing& operator=(const Timing&) = delete;

   private:
    PlaceTrials* const trials_;  ///< null: measures nothing
    const int place_;
    const double work_, begin_;
  };

  /// What is known of other places is forgotten.
  void about(const Places& places);

  /// True if the best is known for now: there is one only, or all were tried often enough.
  bool settled() const { return places_.count <= 1 || tried_ >= trials_each * places_.count; }

  /// Where to work next: in each place in turn, in the end in the best.
  int next() const;

  /// A unit of work took so many seconds there. The least of a place counts, because nothing but the place
  /// makes work faster than it is.
  void took(int place, double seconds);

  /// Measurements after the first trials until the next ones, and at most.
  static constexpr int first_rest = 64, longest_rest = 8192;

 private:
  void begin_trials();

  static constexpr int trials_each = 2;
  Places places_;
  int tried_ = 0, rested_ = 0, rest_ = first_rest;
  std::array<double, most_places> least_{};  ///< seconds a unit, of each place
};

}  // namespace numapack
