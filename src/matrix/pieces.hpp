// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "machine/machine.hpp"
#include "memory/pages/page_map.hpp"
#include "team/teams.hpp"

namespace numapack {

/// A rectangle of a matrix that one thread writes.
struct Piece {
  std::int64_t row = 0, column = 0, rows = 0, columns = 0;
  bool operator==(const Piece&) const = default;
};

/// Index of the team on a node, or of the nearest one (firmware distance) if it has none.
int team_for(int node, const Machine& machine, const std::vector<TeamLayout>& teams);

/// Whether some team sits on the node.
bool has_team(int node, const std::vector<TeamLayout>& teams);

/// Who writes what: for each team its pieces, which together cover the matrix once. A block of a block-cyclic
/// placement goes to the team of its node, bound memory to that of the node, anything else to all teams by
/// their threads, in one stretch each. No piece crosses a block, but all blocks on one node are one block.
/// Pieces are small enough that all threads of a team are busy to the end and a piece stays in a core's
/// cache, and where the block has so much at least 64 KiB and two pages (of `page_bytes`). Pure.
std::vector<std::vector<Piece>> deal_pieces(const Placement& placement, const StoredMatrix& matrix,
                                            const Machine& machine, const std::vector<TeamLayout>& teams,
                                            std::size_t page_bytes);

}  // namespace numapack
