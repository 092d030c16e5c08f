// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "probe/running/runner.hpp"
#include "profile/document/measured.hpp"

namespace numapack::probe {

/// Adds every cell of a run, with or without a figure, to the profile: cores as the kernel numbers of the
/// hardware threads that measured, nodes by kernel number, and what the sentinel saw.
void add_to_profile(MeasuredProfile& profile, const Machine& machine, const RunResult& result);

/// A cell's series as a figure: samples, verified placement and pinning, page size obtained, remarks; or why
/// there is none.
Figure figure_of_cell(const CellResult& cell, const std::string& quantity, const Machine& machine);

}  // namespace numapack::probe
