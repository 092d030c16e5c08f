// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "probe/plans/cell.hpp"
#include "probe/running/sentinel.hpp"
#include "probe/watch/surroundings.hpp"

namespace numapack::probe {

/// A visit that gave samples.
struct Visit {
  std::size_t cell = 0;
  std::size_t snapshot = 0;  ///< the last one before it
  Outcome outcome;
  std::vector<Disturbance> wrong;
};

/// The machine between visits.
struct Snapshot {
  Surroundings surroundings;
  SentinelReading sentinel;
};

/// Says of each visit what is wrong with it. Whether the sentinel was slow or a core's clock low is a matter
/// of all snapshots and visits. Pure.
void judge(std::vector<Visit>& visits, const std::vector<Snapshot>& snapshots);

/// Compares the clean visits of each cell whose figure they must agree in (Cell::agree_within) with the one
/// that most others agree with: those that lie apart have that wrong, and all of them where those that agree
/// are no more than half. Pure.
void compare(std::vector<Visit>& visits, const std::vector<CellResult>& cells);

/// The cells with visits of which fewer are clean than a figure takes. Pure.
std::vector<std::size_t> without_clean_visits(const std::vector<Visit>& visits,
                                              const std::vector<CellResult>& cells);

/// Puts the visits into their cells: samples of clean ones, and with `keep_disturbed` of all whose threads
/// stayed where they were; what was wrong with the others, which is the problem of cells that have too few
/// clean ones. Takes the samples out of the visits. Pure.
void gather(std::vector<Visit>& visits, std::vector<CellResult>& cells, bool keep_disturbed);

}  // namespace numapack::probe
