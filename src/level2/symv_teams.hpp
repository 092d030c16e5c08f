// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "level2/symv_plan.hpp"

namespace numapack {

/// Columns of a square matrix of which one triangle is stored, in pieces (triangle_pieces()).
struct PiecesOfTriangle {
  Triangle stored = Triangle::lower;
  Index n = 0;
  const void* a = nullptr;
  Index lda = 0;
  std::size_t element_bytes = 0;
  double flops = 0;  ///< of all pieces
  const std::vector<Range>& columns;
  PiecesUse use = PiecesUse::product;
};

/// each(piece) for all of them, by threads of the nodes that have most of their columns; of a product, when
/// all are done, finish(rows) for shares of [0, n). On the calling thread if no team is available.
/// Thread-safe.
void for_pieces(const PiecesOfTriangle& triangle, const std::function<void(int)>& each,
                const std::function<void(Range)>& finish);

}  // namespace numapack
