// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "cli/runs/measuring.hpp"
#include "probe/whole_machine.hpp"

namespace numapack {

/// All parts of a plan, measured once.
struct ProbePass {
  Measured measured;
  std::string pages;  ///< a table a part
  MeasuredProfile profile;
};

/// Measures a plan within so many seconds; the probes of `whole` are used up.
ProbePass probe_pass(probe::WholeMachine& whole, std::vector<probe::PlannedPart> plan, const Machine& machine,
                     const MeasuringOptions& verb, double budget);

}  // namespace numapack
