// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "probe/quantities/handover.hpp"

namespace numapack::probe {

/// What Handover found for one pair of cores.
inline CellResult handed_over(int reader, int owner, double ns) {
  CellResult result;
  result.cell.reader = reader;
  result.cell.owner = owner;
  result.series = {{by_store, "ns", {ns}}};
  return result;
}

}  // namespace numapack::probe
