// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "peer/work/job.hpp"

namespace numapack {

/// The routines of level 3 that every BLAS has; gemmt is not one of them.
std::vector<const BlasRoutine*> standard_routines();

/// Call `number` of the sequence that a seed gives, whatever calls are before it: routine, type, letters and
/// sizes drawn evenly (sizes over their logarithms, at most 1200), alpha and beta 0, 1 or another number,
/// rarely 0. Of a routine that only complex numbers have the type is c or z. Pure.
Job random_call(std::uint64_t seed, std::uint64_t number, const std::vector<const BlasRoutine*>& routines);

/// "dsyrk L N n=120 k=33 beta=1": what somebody needs to make the call again.
std::string describe_call(const Job& call);

}  // namespace numapack
