// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "probe/plans/cell.hpp"

namespace numapack::probe {

/// What would be wrong with visits just now, and who does it.
struct Unrest {
  std::vector<Disturbance> wrong;
  std::string busiest;  ///< of others, see busiest_text()
  std::string outlook;  ///< see outlook_text()
};

/// Looks at the machine for that long: first what others do while this process sleeps, then what they take
/// from threads that work on all cores.
constexpr double unrest_seconds = 0.4;
Unrest look_for_unrest(const Machine& machine);

/// How many of these cells would have no clean visit if it stayed so. Little that is taken now and then
/// leaves visits between. Pure.
int cells_lost(const std::vector<Cell>& cells, const Unrest& unrest, const Machine& machine);

}  // namespace numapack::probe
