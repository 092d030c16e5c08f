// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "numapack/lab.h"
#include "runtime/process.hpp"

namespace numapack {

/// Marks one multiplication for the emulated machine, which counts accesses between marks, if NUMAPACK_LAB is
/// set to anything but 0. Costs a comparison elsewhere.
class LabMarks {
 public:
  [[gnu::always_inline]] LabMarks() noexcept : wanted_(lab_marks_wanted()) {
    if (wanted_) NUMAPACK_LAB_START();
  }
  [[gnu::always_inline]] ~LabMarks() {
    if (wanted_) NUMAPACK_LAB_STOP();
  }
  LabMarks(const LabMarks&) = delete;
  LabMarks& operator=(const LabMarks&) = delete;

 private:
  const bool wanted_;
};

}  // namespace numapack
