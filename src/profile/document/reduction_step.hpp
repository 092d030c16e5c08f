// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace numapack {

/// One partial sum is added to another.
struct ReductionStep {
  int from = -1, into = -1;  ///< threads from 0; in documents CPUs
  bool operator==(const ReductionStep&) const = default;
};

}  // namespace numapack
