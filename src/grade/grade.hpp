// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grade/bits.hpp"

namespace numapack {

/// One thing that was looked at.
struct GradedItem {
  std::string item;
  bool passed = false;
  std::string what;             ///< what was called, and what came out; "" if nothing need be said
  std::string grade;            ///< of accuracy: A, B, C, or D for none of them
  std::optional<double> value;  ///< of residuals LAPACK's ratio, of accuracy the error over bound A
};

struct GradedCheck {
  std::string name;  ///< "accuracy", "level 3", …
  std::vector<GradedItem> items;
  std::string summary;  ///< a few words
  double seconds = 0;   ///< that it took; of bits nearly 0, since its calls are those of level 3

  bool there() const { return !items.empty(); }
  bool passed() const;
  /// "pass", "fail" or "not there"; of accuracy the worst letter.
  std::string result() const;
};

struct LibraryGrade {
  std::string name, version, path;
  std::vector<GradedCheck> checks;
  LibraryBits bits;
  double seconds = 0;  ///< that all checks took

  bool passed() const;
};

/// Those that checks are of: standard_routines(), and LAPACK's potrf, potri, getrf, getri and geqrf.
std::vector<const BlasRoutine*> graded_routines();

struct GradeOptions {
  BitsOptions bits;  ///< also of the calls that are looked at for being right; its routines are not read
  /// Checks by routine are of these alone; fork and process end call dgemm all the same.
  std::vector<const BlasRoutine*> routines = graded_routines();
  int callers = 4;       ///< that call at the same time
  double patience = 20;  ///< seconds that a forked child may take, or a process to end
};

/// All checks but that of speed, each in a process of its own: a crash or a hang fails the item that it is
/// in. An interrupt leaves out what is not done yet.
LibraryGrade grade_library(const PeerForThreads& library, const GradeOptions& grade,
                           const ChildOptions& options);

}  // namespace numapack
