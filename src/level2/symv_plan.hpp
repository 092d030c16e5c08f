// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "level3/call/structure.hpp"
#include "level3/nodes/block_owners.hpp"
#include "level3/nodes/plan_context.hpp"
#include "machine/machine.hpp"
#include "memory/homes/homes.hpp"
#include "schedule/schedule.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

/// Columns of the stored triangle of a symmetric matrix of order n, in pieces of much the same area. Each
/// piece has a sum of its own, and those are added up in their order, so this fixes the bits: it follows from
/// the triangle and n alone. Pure.
std::vector<Range> triangle_pieces(Triangle stored, Index n);

/// True if that is one piece, because the matrix is small. Pure.
bool is_in_one_piece(Index n);

/// Rows of y that a piece adds to.
Range rows_of_piece(Triangle stored, Index n, Range columns);

/// At most so many of the workers' threads, where the elements are; 0: all. Pure.
std::vector<NodeTeam> threads_at_homes(const std::vector<NodeTeam>& workers, const HomeMap& homes,
                                       int threads);

/// Pieces of one team, which `threads` threads take from a common list.
struct PiecesTask : TeamShare {
  std::vector<int> pieces;
};

/// Who has which piece: the node that has most of its pages, since nothing but reading takes time; without a
/// majority, or with teams whose memory this is not, by the number of threads. Teams without a piece have no
/// task. Pure.
std::vector<PiecesTask> deal_pieces(const std::vector<OwnedBlock>& pieces,
                                    const std::vector<NodeTeam>& workers);
std::vector<PiecesTask> triangle_tasks(const std::vector<Range>& pieces, Triangle stored,
                                       const HomeMap& homes, const std::vector<NodeTeam>& workers);

/// What a step does; detail 0: the piece, or the task.
enum class PiecesStep : std::int16_t { piece, finish };

/// What becomes of a piece: a product with a vector reads it and adds to a sum of the piece's own; an update
/// writes it.
enum class PiecesUse { product, update };

/// The steps of the tasks for so many teams: each piece by a thread of its task; then, of a product, by all
/// threads their rows of the sums of all. Matrices: A; of a product also the sums, a column a piece, and y.
/// Pure.
Schedule make_pieces_schedule(const std::vector<Range>& pieces, Triangle stored, Index n, PiecesUse use,
                              const std::vector<PiecesTask>& tasks, std::size_t teams);

/// Rows [0, n) of a thread of a task, by the number of threads.
Range rows_of_thread(const std::vector<PiecesTask>& tasks, std::size_t task, int thread, Index n);

}  // namespace numapack
