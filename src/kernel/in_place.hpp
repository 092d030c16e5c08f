#pragma once

// Small products straight from the caller's operands. Internal linkage, see tile.hpp.

#include "kernel/kernel.hpp"

namespace numapack {

/// Arguments of an in-place loop, in the layout that the assembly reads (8 bytes a field). Strides in bytes.
template <class R>
struct InPlaceArguments {
  Index k;
  const R* a;  ///< rows side by side
  Index lda;   ///< from one step of K to the next
  const R* b;
  Index b_step, b_column;  ///< from one step of K, or one column of C, to the next
  R* c;
  Index ldc;
  alignas(8) R alpha;
  alignas(8) R beta;
  Index accumulate;  ///< 0: C is not read
  Index vectors;     ///< of rows
  Index columns;
  std::uint64_t last;  ///< rows in use of the last vector, a bit each
};

/// C = alpha A B + beta C for so many vectors of rows and columns of C, summed in registers.
template <class R>
using InPlaceLoop = void (*)(const InPlaceArguments<R>*);

namespace {

/// Tiles of at most Vectors x Columns. A tile's rows of A stay in L1 while the columns of B pass by. The
/// vectors are shared out evenly: 32 rows are 16 and 16, not 24 and 8, because a single vector needs more
/// loads than FMAs.
template <class R, int Lanes, int Vectors, int Columns, InPlaceLoop<R> loop>
void in_place(Index m, Index n, Index k, R alpha, const R* a, Index lda, const PackSource<R>& b, R beta, R* c,
              Index ldc) {
  constexpr Index element = sizeof(R);
  const Index vectors = (m + Lanes - 1) / Lanes, tiles = (vectors + Vectors - 1) / Vectors;
  InPlaceArguments<R> tile{k,
                           nullptr,
                           lda * element,
                           nullptr,
                           b.step * element,
                           b.along * element,
                           nullptr,
                           ldc * element,
                           alpha,
                           beta,
                           beta != R{0},
                           0,
                           0,
                           0};
  for (Index done = 0, left = tiles; left > 0; --left) {
    tile.vectors = (vectors - done + left - 1) / left;
    const Index row = done * Lanes;
    done += tile.vectors;
    const Index spare = done * Lanes - m;
    tile.last = (std::uint64_t{1} << (spare > 0 ? Lanes - spare : Lanes)) - 1;
    tile.a = a + row;
    for (Index j = 0; j < n; j += Columns) {
      tile.b = b.data + j * b.along;
      tile.c = c + row + j * ldc;
      tile.columns = n - j < Columns ? n - j : Columns;
      loop(&tile);
    }
  }
}

}  // namespace
}  // namespace numapack
