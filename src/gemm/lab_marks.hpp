#pragma once

#include "base/environment.hpp"
#include "numapack/lab.h"

namespace numapack {

/// Marks one multiplication for the emulated machine, which counts accesses between marks, if NUMAPACK_LAB is
/// set to anything but 0. Read once: it costs a comparison afterwards.
class LabMarks {
 public:
  LabMarks() noexcept {
    if (wanted()) NUMAPACK_LAB_START();
  }
  ~LabMarks() {
    if (wanted()) NUMAPACK_LAB_STOP();
  }
  LabMarks(const LabMarks&) = delete;
  LabMarks& operator=(const LabMarks&) = delete;

 private:
  static bool wanted() noexcept {
    static const bool value = environment("NUMAPACK_LAB").value_or("0") != "0";
    return value;
  }
};

}  // namespace numapack
