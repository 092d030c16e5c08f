// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "probe/tuning/tune_part.hpp"

namespace numapack::probe {

/// Times calls of TuneShapes on the calling thread, their operands in its caches as far as they fit: the
/// first run of a call is not counted, short ones are repeated. Makes operands of 3 x 2^22 elements.
/// `kernel` must be one that this machine runs, and its row live as long.
ChoiceClock choice_clock(const KernelShape& kernel, const Blocking& wanted);

}  // namespace numapack::probe
