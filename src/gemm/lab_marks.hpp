#pragma once

#include "base/environment.hpp"
#include "numapack/lab.h"

namespace numapack {

/// Marks one multiplication for the emulated machine, which counts accesses between marks, if NUMAPACK_LAB is
/// set to anything but 0. Read once: it costs a comparison afterwards.
class LabMarks {
 public:
  LabMarks() noexcept : wanted_(wanted()) {
    if (wanted_) NUMAPACK_LAB_START();
  }
  ~LabMarks() {
    if (wanted_) NUMAPACK_LAB_STOP();
  }
  LabMarks(const LabMarks&) = delete;
  LabMarks& operator=(const LabMarks&) = delete;

 private:
  static bool wanted() noexcept {
    static const bool value = asked_for();
    return value;
  }
  // Apart, so that the rest is in line.
  [[gnu::noinline]] static bool asked_for() noexcept {
    return environment("NUMAPACK_LAB").value_or("0") != "0";
  }

  const bool wanted_;
};

}  // namespace numapack
