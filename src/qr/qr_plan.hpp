// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "level3/plan/plan.hpp"

namespace numapack {

/// A geqrf as its plan is made for: m x n, column-major.
struct QrShape {
  Type type = Type::d;
  Index m = 0, n = 0;
  Index reflectors() const { return m < n ? m : n; }
};

/// What a node has of an update: of A.
struct QrShare {
  int node = 0;  ///< index into Machine::nodes
  int threads = 1;
  Range rows, columns;
};

/// A panel and the update of all behind it. Bytes between nodes are read and written ones.
struct QrStep {
  Range panel;                  ///< columns; its rows begin where they do
  double panel_crossing = 0;    ///< the calling thread reads and writes it once, and works on a copy
  double update_crossing = 0;   ///< of W = V^H C, W = op(T) W and C -= V W
  double update_least = 0;      ///< likewise, the bounds of these products
  std::vector<QrShare> shares;  ///< of C -= V W; empty: nothing is behind
  double panel_flops = 0, update_flops = 0;
};

/// What a geqrf will do: its panels, and the calls of level 3 between them, each with the plan that it will
/// have. V, T and W are where the caller is. Pure data.
struct QrPlan {
  QrShape shape;
  std::vector<QrStep> steps;
  double crossing() const;
  double least() const;  ///< in bytes: the sum of the steps' own
  double flops() const;  ///< complex ones by the multiplications and additions they take
};

/// The plan for A at home in `homes`. The caller, who factors the panels, is on the first node that works.
/// Pure. Throws Error(invalid_argument) for nodes that do not exist.
QrPlan make_qr_plan(const QrShape& shape, const KernelShape& kernel, const HomeMap& homes,
                    const Machine& machine, const Profile& profile, const std::vector<TeamLayout>& layout,
                    const Options& options = {});

}  // namespace numapack
