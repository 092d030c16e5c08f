// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace numapack {

/// What one core takes for what a routine's steps are made of, as `numapack probe` and `predict --calibrate`
/// fit it to calls on one thread (P. Esmaili-Dokht's and SimGrid's way: rates from calibration, not from a
/// data sheet).
struct KernelCosts {
  std::string routine = {};  ///< "gemm", "getrf", …
  std::string type = "d";    ///< "s", "d", "c", "z"
  double flop_ns = 0;        ///< in products of packed operands
  double panel_flop_ns = 0;  ///< in loops over a column at a time
  double element_ns = 0;     ///< that is copied, packed or added to
  double step_ns = 0;        ///< of a step, whatever it does
  double all_cores = 1;      ///< times as long while all cores work
  int calls = 0;             ///< that they were fitted to; 0: assumed
  double median_error = 0;   ///< of these calls, as a share
  std::string date = {};     ///< UTC, ISO 8601
};

}  // namespace numapack
