// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

struct CurvePoint {
  double gb_per_s = 0, latency_ns = 0;
};

/// Latency over bandwidth of one place and share of writes, from idle to all that the cores can ask for. At
/// the end bandwidth may fall while latency still rises: the order is that of what was asked.
struct LoadedCurve {
  int pu = -1, node = -1;
  double write_share = 0;
  bool from_idle = false;  ///< its first point is without load
  std::vector<CurvePoint> points;
};

/// Those of a profile, points with both figures only. Pure.
std::vector<LoadedCurve> loaded_curves(const MeasuredProfile& profile);

/// Where a memory is full: the bandwidth at which a load waits twice as long as in the first point, on the
/// straight line between the points around it (P. Esmaili-Dokht et al., Mess, MICRO 2024, call a memory
/// saturated from there on). Nothing: it never does, or there are fewer than two points. Pure.
std::optional<CurvePoint> knee(const std::vector<CurvePoint>& points);

/// Puts into a table of GB/s (rows: nodes that read, columns: homes; as in Profile) what the curves of reads
/// give at their knees; next to the knee of a node's own memory, other nodes' memory of the same kind gives
/// no more. Returns how many pairs have a knee. Pure.
int use_knees(std::vector<std::vector<double>>& gb_per_s, const MeasuredProfile& measured,
              const Machine& machine);

}  // namespace numapack
