// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "level3/nodes/plan_context.hpp"
#include "level3/nodes/shares.hpp"

namespace numapack {

/// What a division of C over nodes moves at least, in the order in which divisions are compared.
struct GridScore {
  double cross_chip = 0;  ///< bytes, each element that a node needs and does not have once; C written, and
                          ///< read if it must be
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

/// Divides C among all workers, in proportion to their threads, at multiples of mr and nr. Of a region they
/// share what is in it, and where operands are triangular the work, see Call::multiply_adds().
///
/// Looks at every factorisation rows x columns of the number of workers; at every assignment of workers to
/// places for up to four, above that at package-major ones improved by exchanges. Divisions that leave a
/// thread of the busiest node more than a tenth above the most balanced one's are not looked at: leaving
/// nodes idle always moves less. `forced` restricts the choice, not the bound.
GridChoice choose_node_grid(const PlanContext& context, const std::vector<NodeCrew>& workers,
                            const std::optional<Grid>& forced);

}  // namespace numapack
