// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "level3/nodes/plan_context.hpp"
#include "level3/nodes/shares.hpp"

namespace numapack {

/// The least traffic of a division of C over nodes, in the order in which divisions are compared.
struct GridScore {
  /// Bytes: each element that a node needs and does not hold, once; C written, and read if necessary.
  double cross_chip = 0;
  double cross_die = 0;
  double seconds = 0;    ///< of the node with the longest transfers
  double imbalance = 0;  ///< micro-tiles a thread of the busiest node

  /// Least across chips, then least across dies, then the shortest time.
  bool better_than(const GridScore& other) const;
};

/// A division of C: parts[i] is what workers[i] computes; parts may be empty.
struct GridDivision {
  Grid grid;
  GridScore score;
  std::vector<GridPart> parts;
};

struct GridChoice {
  GridDivision chosen;
  GridDivision least;  ///< over all balanced divisions: the bound. The same as chosen unless forced
  std::vector<GridDivision> alternatives;  ///< the best of every grid looked at, for the explanation
};

/// Divides C among all workers, in proportion to their threads, at multiples of mr and nr. If only a triangle
/// of C is computed, or operands are triangular, they share the work, see Call::multiply_adds().
///
/// Considers every factorisation rows x columns of the number of workers; every assignment of up to four
/// workers to places, and for more workers package-major ones improved by exchanges. Ignores divisions that
/// give a thread of the busiest node over a tenth more than the most balanced division does: leaving nodes
/// idle always moves less. `forced` restricts the choice, not the bound.
GridChoice choose_node_grid(const PlanContext& context, const std::vector<NodeTeam>& workers,
                            const std::optional<Grid>& forced);

}  // namespace numapack
