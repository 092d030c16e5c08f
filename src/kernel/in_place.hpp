#pragma once

// Small products straight from the caller's operands. Internal linkage, see tile.hpp.

#include "kernel/kernel.hpp"

namespace numapack {

/// What an in-place loop makes of its sums.
enum class InPlaceEnding : Index {
  scaled = 0,       ///< C = alpha A B
  both_scaled = 1,  ///< C = alpha A B + beta C
  plain = 2,        ///< C = A B
  added = 3         ///< C = A B + C
};

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
  InPlaceEnding ending;
  Index vectors;       ///< of rows
  Index columns;       ///< of C in a tile
  std::uint64_t last;  ///< rows in use of the last vector, a bit each
  Index groups;        ///< tiles side by side; 1 if they have fewer columns than they could
};

/// C = alpha A B + beta C for so many vectors of rows and groups of columns of C, summed in registers.
template <class R>
using InPlaceLoop = void (*)(const InPlaceArguments<R>*);

namespace {

template <class R>
InPlaceEnding in_place_ending(R alpha, R beta) {
  if (alpha == R{1} && beta == R{0}) return InPlaceEnding::plain;
  if (alpha == R{1} && beta == R{1}) return InPlaceEnding::added;
  return beta == R{0} ? InPlaceEnding::scaled : InPlaceEnding::both_scaled;
}

inline void prefetch_column(const void* begin, Index bytes) {
  const char* const at = static_cast<const char*>(begin);
  for (Index line = 0; line < bytes; line += 64) __builtin_prefetch(at + line);
}

/// Tiles of at most Vectors x Columns. A tile's rows of A stay in L1 while the columns of B pass by. The
/// vectors are shared out evenly: 32 rows are 16 and 16, not 24 and 8, because a single vector needs more
/// loads than FMAs.
template <class R, int Lanes, int Vectors, int Columns, InPlaceLoop<R> loop>
void in_place(Index m, Index n, Index k, R alpha, const R* a, Index lda, const PackSource<R>& b, R beta, R* c,
              Index ldc, Index following) {
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
                           in_place_ending(alpha, beta),
                           0,
                           0,
                           0,
                           1};
  // Each tile asks for its share of what follows: the processor's own prefetchers begin anew with each page,
  // and where leading dimensions are small, eight columns are a page (Cascade Lake, 64 x 16384, k = 64:
  // 1.10 of the rate). Longer columns they follow well, and asking would only hold up the loop (24 x 4096, k
  // = 300: 0.87).
  constexpr Index short_bytes = 1024;
  const bool asks = b.step == 1 && k * element <= short_bytes;
  const Index ahead = !asks ? 0 : following < n ? following : n;
  const Index calls = tiles * ((n + Columns - 1) / Columns);
  Index call = 0, asked = 0;
  for (Index done = 0, left = tiles; left > 0; --left) {
    // 32 bits: a 64-bit division takes as long as a step of a tile. None for the last tile.
    const auto rest = static_cast<unsigned>(vectors - done), sharing = static_cast<unsigned>(left);
    tile.vectors = sharing == 1 ? rest : (rest + sharing - 1) / sharing;
    const Index row = done * Lanes;
    done += tile.vectors;
    const Index spare = done * Lanes - m;
    tile.last = (std::uint64_t{1} << (spare > 0 ? Lanes - spare : Lanes)) - 1;
    tile.a = a + row;
    for (Index j = 0; j < n; j += tile.groups * Columns) {
      tile.b = b.data + j * b.along;
      tile.c = c + row + j * ldc;
      tile.columns = n - j < Columns ? n - j : Columns;
      if (ahead == 0) tile.groups = n - j < Columns ? 1 : (n - j) / Columns;
      if (asked < ahead) {
        for (++call; asked * calls < ahead * call; ++asked) {
          prefetch_column(b.data + (n + asked) * b.along, k * element);
          prefetch_column(c + (n + asked) * ldc, m * element);
        }
      }
      loop(&tile);
    }
  }
}

}  // namespace
}  // namespace numapack
