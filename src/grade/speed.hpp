// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "grade/child.hpp"
#include "peer/routines/blas_routine.hpp"

namespace numapack {

/// How fast a routine is, in interleaved rounds.
struct Speed {
  std::string routine;
  struct OfLibrary {
    std::string name;
    std::optional<double> of_peak, of_best;  ///< nothing if it was not measured
    std::string failure;                     ///< "" if it has none; "lacks dgetrf"
  };
  std::vector<OfLibrary> libraries;  ///< this build of numapack first
  std::string failure;               ///< why nothing was measured
};

/// The libraries and this build compared with each other and with the FMA peak on so many threads: dgemm and
/// sgemm of n = 1000, dgemm of n = 64, dtrsm, dpotrf, dgetrf and dgeqrf of n = 1000; of these the `routines`.
std::vector<Speed> measure_speed(const std::vector<Peer>& libraries, int threads, const Machine& machine,
                                 const std::vector<const BlasRoutine*>& routines,
                                 const ChildOptions& options);

}  // namespace numapack
