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

/// What is measured of each part, and for how long.
std::string effort_table(const std::vector<probe::PlannedPart>& plan, double budget);

/// The cells of so many parts, the first ones.
std::vector<probe::Cell> cells_of(const std::vector<probe::PlannedPart>& plan, std::size_t parts);

/// What the profile of a plan takes at most.
std::size_t bytes_of(const std::vector<probe::PlannedPart>& plan);

/// On a machine that does not become quiet. Plans must not rest on it: only a file that is named gets it.
/// Throws as exit_status() does.
void probe_quickly(const Machine& machine, const MeasuringOptions& measuring, const std::string& output);

/// A table of any cells: what was measured, the best of the samples, median and worst. For a machine on which
/// others work: that only makes figures worse.
std::string best_of_samples(const probe::RunResult& result, const Machine& machine);

/// Measures the parts of a plan that `whole` has, within so many seconds less what the others of the plan
/// take; the probes of `whole` are used up.
ProbePass probe_pass(probe::WholeMachine& whole, std::vector<probe::PlannedPart> plan, const Machine& machine,
                     const MeasuringOptions& verb, double budget, bool by_best = false);

}  // namespace numapack
