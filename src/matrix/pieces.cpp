// SPDX-License-Identifier: BSD-3-Clause
#include "matrix/pieces.hpp"

#include <algorithm>
#include <numeric>

#include "base/integer.hpp"

namespace numapack {
namespace {

/// A piece stays in the L2 cache between the kernel's zeroing of its pages and their being written.
constexpr std::int64_t most_bytes = 512 << 10, least_bytes = 64 << 10;
constexpr std::int64_t pieces_a_thread = 8;

/// Two threads that touch one huge page for the first time at once both zero it, and one does so in vain:
/// pieces are at least two pages (CL-194).
std::int64_t piece_bytes(const StoredMatrix& matrix, std::int64_t threads, std::size_t page_bytes) {
  const auto bytes = static_cast<std::int64_t>(matrix.span());
  const auto pages = static_cast<std::int64_t>(2 * page_bytes);
  return std::clamp(bytes / std::max<std::int64_t>(1, threads * pieces_a_thread),
                    std::max(least_bytes, pages), std::max(most_bytes, pages));
}

/// All blocks on one node are one block: no need to write it in strips.
bool on_one_node(const Placement& placement) {
  return std::all_of(placement.nodes.begin(), placement.nodes.end(),
                     [&](int node) { return node == placement.nodes.front(); });
}

/// Cuts a rectangle: whole lines together while they fit, else parts of one line.
void cut(const StoredMatrix& matrix, const Piece& whole, std::int64_t bytes, std::vector<Piece>& pieces) {
  const auto element = static_cast<std::int64_t>(matrix.element_bytes);
  const std::int64_t lines = matrix.row_major ? whole.rows : whole.columns;
  const std::int64_t along = matrix.row_major ? whole.columns : whole.rows;
  const std::int64_t most_along = std::max<std::int64_t>(1, bytes / element);
  const std::int64_t step_along = std::min(along, most_along);
  const std::int64_t step_lines = along > most_along ? 1 : std::max<std::int64_t>(1, most_along / along);
  for (std::int64_t line = 0; line < lines; line += step_lines) {
    const std::int64_t count = std::min(step_lines, lines - line);
    for (std::int64_t at = 0; at < along; at += step_along) {
      const std::int64_t length = std::min(step_along, along - at);
      pieces.push_back(matrix.row_major ? Piece{whole.row + line, whole.column + at, count, length}
                                        : Piece{whole.row + at, whole.column + line, length, count});
    }
  }
}

}  // namespace

bool has_team(int node, const std::vector<TeamLayout>& teams) {
  return std::any_of(teams.begin(), teams.end(),
                     [&](const TeamLayout& team) { return team.node == node && !team.cores.empty(); });
}

int team_for(int node, const Machine& machine, const std::vector<TeamLayout>& teams) {
  int best = 0;
  double nearest = -1;
  for (std::size_t team = 0; team < teams.size(); ++team) {
    if (teams[team].cores.empty()) continue;
    if (teams[team].node == node) return static_cast<int>(team);
    const double distance =
        machine.distances[static_cast<std::size_t>(teams[team].node)][static_cast<std::size_t>(node)];
    if (nearest < 0 || distance < nearest) {
      nearest = distance;
      best = static_cast<int>(team);
    }
  }
  return best;
}

std::vector<std::vector<Piece>> deal_pieces(const Placement& placement, const StoredMatrix& matrix,
                                            const Machine& machine, const std::vector<TeamLayout>& teams,
                                            std::size_t page_bytes) {
  std::vector<std::vector<Piece>> dealt(teams.size());
  if (matrix.rows == 0 || matrix.columns == 0) return dealt;
  std::int64_t threads = 0;
  for (const TeamLayout& team : teams) threads += static_cast<std::int64_t>(team.cores.size());
  const std::int64_t bytes = piece_bytes(matrix, threads, page_bytes);
  if (has_blocks(placement) && !on_one_node(placement)) {
    const BlockGrid grid = block_grid(placement, matrix);
    for (std::int64_t column = 0; column < matrix.columns; column += grid.column_block) {
      for (std::int64_t row = 0; row < matrix.rows; row += grid.row_block) {
        const Piece block{row, column, std::min(grid.row_block, matrix.rows - row),
                          std::min(grid.column_block, matrix.columns - column)};
        const int team = team_for(grid.owner(row, column), machine, teams);
        cut(matrix, block, bytes, dealt[static_cast<std::size_t>(team)]);
      }
    }
    return dealt;
  }
  const Piece whole{0, 0, matrix.rows, matrix.columns};
  if (placement.kind == Placement::Kind::bind || placement.kind == Placement::Kind::preferred ||
      has_blocks(placement)) {
    cut(matrix, whole, bytes,
        dealt[static_cast<std::size_t>(team_for(placement.nodes.front(), machine, teams))]);
    return dealt;
  }
  std::vector<Piece> pieces;
  cut(matrix, whole, bytes, pieces);
  std::int64_t before = 0;
  std::size_t begin = 0;
  for (std::size_t team = 0; team < teams.size(); ++team) {
    before += static_cast<std::int64_t>(teams[team].cores.size());
    const std::size_t end =
        pieces.size() * static_cast<std::size_t>(before) / static_cast<std::size_t>(threads);
    dealt[team].assign(pieces.begin() + static_cast<std::ptrdiff_t>(begin),
                       pieces.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return dealt;
}

}  // namespace numapack
