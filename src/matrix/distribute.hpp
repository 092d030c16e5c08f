// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "matrix/pieces.hpp"

namespace numapack {

/// Who works: the machine, its teams (those without threads take no part), and the teams' threads or nobody's
/// but the caller's (null).
struct Workers {
  const Machine& machine;
  std::vector<TeamLayout> layout;
  Teams* teams = nullptr;
};

/// How the memory of a matrix gets its pages.
struct MemoryState {
  std::size_t page_bytes = 4096;  ///< huge pages' size where a first touch gives one
  bool placed_by_kernel = false;  ///< see AppliedPolicy
  /// The mapping is numapack's own: its policy may be changed for a moment. If not, pages that no thread can
  /// touch from their node are moved there once they exist.
  bool may_bind = false;
};

/// Called with rectangles of the matrix, from several threads at once.
using WritePiece = std::function<void(const Piece&)>;

/// Writes a matrix piece by piece, each piece on a thread of the node that its pages shall be on, so that
/// first touch puts them there (the 1-d block-cyclic initialisation of MKL's DGETRF study, generalised).
/// Pages that several nodes share are made beforehand on the node of their larger part, and so are those of
/// nodes without a team and, for placements by page, all that the kernel does not place. Pages that exist
/// already stay where they are. `write` may be empty: then all pages are made, holding zeros.
///
/// Uses these teams, or the caller alone if they are busy: then pages are made by binding (make_pages_on),
/// and placed as well. Where that is refused they go where the thread is; the census tells. An exception of
/// `write` comes out here when all threads have finished. No placement with open ends (see resolved()).
void distribute(void* data, const StoredMatrix& matrix, const Placement& placement, const MemoryState& memory,
                const WritePiece& write, const Workers& workers);

}  // namespace numapack
