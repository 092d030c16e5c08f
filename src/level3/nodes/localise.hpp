// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "level3/nodes/plan_context.hpp"

namespace numapack {

/// How an operand's elements cross: N times, each time so many transfers (1: read, 2: read and written back);
/// with a copy once, by so many transfers.
struct Crossings {
  double reads = 1, transfers = 1, copied_transfers = 1;
};

/// Formulas (1) and (2) for the remote part of an operand. `part`: bytes by home. The copy is made by packing
/// (A) or kept in a core's cache (C), so the N uses of formula (2) go at cache speed and its second transfer,
/// writing the copy, is packing's own. Parts of which less than a fiftieth is remote stay in place: stray
/// pages must not cost a whole copy.
LocaliseFigures weigh_copy(const PlanContext& context, const NodeTeam& worker,
                           const std::vector<double>& part, const Crossings& crossings);

/// Likewise for the stored elements of a symmetric operand's part, read `times` times on average: as stored,
/// and mirrored. Here the copy is made besides packing, so what is read twice is also written, to this node's
/// memory while it comes from the other's: the longer of the two counts.
LocaliseFigures weigh_triangle(const PlanContext& context, const NodeTeam& worker,
                               const std::vector<double>& part, double times);

}  // namespace numapack
