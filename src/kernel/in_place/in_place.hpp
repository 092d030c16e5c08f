// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Small products straight from the caller's operands. Internal linkage, see tile.hpp.

#include "base/scratch.hpp"
#include "kernel/in_place/strips.hpp"
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
  Index vectors;       ///< of rows; see InPlaceEdge
  Index columns;       ///< of C in a tile
  std::uint64_t last;  ///< of the last vector; see InPlaceEdge
  Index groups;        ///< tiles side by side
  const void* const*
      prefetched;          ///< stretches of three lines to be brought into L2, one or two in four steps
  Index prefetches;        ///< in how many turns; only tiles of whole vectors and of all columns take them
  Index prefetches_twice;  ///< 1: two stretches a turn
  Index last_at;           ///< where the last vector of rows begins, if there are more than one
  Index below;             ///< what tiles prefetch, a sum of BelowTile; for overlapping vectors only
};

/// What lies below a tile; a sum of these is prefetched.
struct BelowTile {
  static constexpr Index rows_of_a = 1;  ///< the next tile's, by the first group of columns
  static constexpr Index part_of_c = 2;  ///< in each group's columns, some tiles away
};

/// What a loop does where the rows do not fill the last vector.
enum class InPlaceEdge {
  masked,      ///< `last` has a bit for each row in use. Tiles with fewer columns than could be come alone.
  overlapping  ///< The last vector begins at `last_at`, so that it is full. 0 vectors: `last` rows of one.
};

/// Whether A goes by strips where it does not lie well, see strips.hpp.
enum class StripsOfA { no, yes };

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

/// The addresses of blocks in place, a stretch of three lines at a time.
template <class R>
class StretchesOf {
 public:
  explicit StretchesOf(const Following<R>* following) {
    if (following == nullptr) return;
    next_ = following->blocks;
    left_ = Following<R>::count;
    begin_block();
  }

  /// Writes up to so many; returns how many.
  Index take(const void** to, Index most) {
    Index taken = 0;
    while (taken < most && columns_ > 0) {
      const Index in_column = (end_ - at_ + bytes - 1) / bytes;
      const Index now = in_column < most - taken ? in_column : most - taken;
      for (Index i = 0; i < now; ++i) to[taken + i] = column_ + at_ + i * bytes;
      taken += now;
      at_ += now * bytes;
      if (at_ < end_) continue;
      at_ = 0;
      column_ += leading_;
      if (--columns_ == 0) begin_block();
    }
    return taken;
  }

 private:
  static constexpr Index bytes = 3 * 64;

  void begin_block() {
    constexpr Index element = sizeof(R);
    for (; columns_ == 0 && left_ > 0; --left_, ++next_) {
      if (next_->data == nullptr || next_->rows <= 0) continue;
      const bool gapless = next_->rows == next_->leading;
      column_ = reinterpret_cast<const char*>(next_->data);
      leading_ = next_->leading * element;
      columns_ = gapless && next_->columns > 0 ? 1 : next_->columns;
      end_ = next_->rows * element * (gapless ? next_->columns : 1);
    }
  }

  const NextBlock<R>* next_ = nullptr;
  int left_ = 0;
  const char* column_ = nullptr;
  Index columns_ = 0, leading_ = 0, end_ = 0, at_ = 0;  ///< of the block; bytes of a column
};

/// Tiles side by side with as many columns each.
struct ColumnRun {
  Index tiles, columns;
};

struct ColumnRuns {
  ColumnRun runs[2];
};

/// Masked tiles: as many full ones as there are. Overlapping ones are shared out evenly, 32 columns as 6, 6,
/// 5, 5, 5 and 5: two columns have fewer sums than an FMA takes cycles.
template <InPlaceEdge edge, Index most>
ColumnRuns column_runs(Index n) {
  if constexpr (edge == InPlaceEdge::masked) return {{{n / most, most}, {n % most > 0, n % most}}};
  const auto columns = static_cast<unsigned>(n), wide = static_cast<unsigned>(most);
  const unsigned tiles = (columns + wide - 1) / wide;
  return {{{columns % tiles, columns / tiles + 1}, {tiles - columns % tiles, columns / tiles}}};
}

/// Rows of a tile, `vectors` of them where there are m rows.
template <InPlaceEdge edge, Index lanes, class R>
void set_rows(InPlaceArguments<R>& tile, Index vectors, Index m) {
  constexpr Index element = sizeof(R);
  if constexpr (edge == InPlaceEdge::masked) {
    const Index spare = vectors * lanes - m;
    tile.vectors = vectors;
    tile.last = (std::uint64_t{1} << (spare > 0 ? lanes - spare : lanes)) - 1;
  } else {
    tile.vectors = m < lanes ? 0 : vectors;
    tile.last = static_cast<std::uint64_t>(m);
    tile.last_at = (m < vectors * lanes ? m - lanes : (vectors - 1) * lanes) * element;
  }
}

template <class R>
Index prefetched_below(const Following<R>& following, bool copies) {
  return (following.rows_below && !copies ? BelowTile::rows_of_a : 0) +
         (following.c_below ? BelowTile::part_of_c : 0);
}

/// What tiles of a product have in common; nothing is prefetched.
template <class R>
InPlaceArguments<R> tile_arguments(Index k, R alpha, const PackSource<R>& a, const PackSource<R>& b, R beta,
                                   R* c, Index ldc) {
  constexpr Index element = sizeof(R);
  InPlaceArguments<R> tile{};
  tile.k = k;
  tile.a = a.data;
  tile.lda = a.step * element;
  tile.b = b.data;
  tile.b_step = b.step * element;
  tile.b_column = b.along * element;
  tile.c = c;
  tile.ldc = ldc * element;
  tile.alpha = alpha;
  tile.beta = beta;
  tile.ending = in_place_ending(alpha, beta);
  tile.groups = 1;
  return tile;
}

/// A product that one tile has room for: its arguments are written once, without the loop over tiles
/// (CL-104).
template <Index lanes, InPlaceEdge edge, class R>
void one_tile(InPlaceLoop<R> loop, Index m, Index n, Index k, R alpha, const PackSource<R>& a,
              const PackSource<R>& b, R beta, R* c, Index ldc) {
  InPlaceArguments<R> tile = tile_arguments<R>(k, alpha, a, b, beta, c, ldc);
  tile.columns = n;
  set_rows<edge, lanes>(tile, (m + lanes - 1) / lanes, m);
  loop(&tile);
}

/// Tiles of at most Vectors x Columns. A tile's rows of A stay in L1 while the columns of B pass by;
/// `copies`: in the strip. The vectors are shared out evenly: 32 rows are 16 and 16, not 24 and 8, because a
/// single vector needs more loads than FMAs. T: the elements; everything but n in reals of them.
template <class T, int Lanes, int Vectors, int Columns, InPlaceEdge edge,
          InPlaceLoop<typename Parts<T>::Real> loop, bool copies, class R = typename Parts<T>::Real>
void in_place_tiles(Index m, Index n, Index k, R alpha, const PackSource<R>& a, const PackSource<R>& b,
                    R beta, R* c, Index ldc, const Following<R>* following, R* strip = nullptr) {
  constexpr Index element = sizeof(R), most_prefetched = 256, strip_step = Vectors * Lanes * element;
  const Index vectors = (m + Lanes - 1) / Lanes, tiles = (vectors + Vectors - 1) / Vectors;
  const void* prefetched[most_prefetched];
  InPlaceArguments<R> tile = tile_arguments<R>(k, alpha, a, b, beta, c, ldc);
  tile.columns = n;
  tile.prefetched = prefetched;
  if (copies) tile.lda = strip_step;
  if (following != nullptr) tile.below = prefetched_below(*following, copies);
  const ColumnRuns columns = column_runs<edge, Columns>(n);
  StretchesOf<R> stretches(following);
  tile.prefetches_twice = following != nullptr && following->in_haste;
  const Index turns = following != nullptr && !following->rows_below ? k / 4 - 1 : 0;  // of a tile
  const Index a_turn = 1 + tile.prefetches_twice, most_turns = most_prefetched / a_turn;
  const Index most_groups = turns <= 0 ? n : turns < most_turns ? most_turns / turns : 1;
  for (Index row = 0, done = 0, left = tiles; left > 0; --left) {
    // 32 bits: a 64-bit division takes as long as a step of a tile. None for the last tile.
    const auto rest = static_cast<unsigned>(vectors - done), sharing = static_cast<unsigned>(left);
    // The last tile needs a vector to overlap with.
    const unsigned more = edge == InPlaceEdge::masked ? sharing - 1 : 0;
    const Index high = sharing == 1 ? rest : (rest + more) / sharing;
    done += high;
    const Index rows = m - row < high * Lanes ? m - row : high * Lanes;
    set_rows<edge, Lanes>(tile, high, rows);
    tile.a = copies ? strip : a.data + row;
    if constexpr (copies) {
      copy_strip<T>({a.data + row / Parts<T>::count * a.along, a.along, a.step, a.conjugate}, rows, k, strip,
                    strip_step / element);
    }
    tile.b = b.data;
    tile.c = c + row;
    for (const ColumnRun& run : columns.runs) {
      tile.columns = run.columns;
      for (Index now = run.tiles; now > 0; now -= tile.groups) {
        tile.groups = now < most_groups ? now : most_groups;
        if (turns > 0) {
          const Index most = turns * tile.groups;
          const Index taken = stretches.take(prefetched, (most < most_turns ? most : most_turns) * a_turn);
          tile.prefetches = (taken + a_turn - 1) / a_turn;
          if (taken < tile.prefetches * a_turn) prefetched[taken] = prefetched[taken - 1];
        }
        loop(&tile);
        tile.b += tile.groups * run.columns * b.along;
        tile.c += tile.groups * run.columns * ldc;
      }
    }
    row = done * Lanes;
  }
}

/// The same by strips where A does not lie in plain columns, or where its columns share sets and strips serve
/// enough of B's.
template <class T, int Lanes, int Vectors, int Columns, InPlaceEdge edge, StripsOfA strips,
          InPlaceLoop<typename Parts<T>::Real> loop, class R = typename Parts<T>::Real>
void in_reals(Index m, Index n, Index k, R alpha, const PackSource<R>& a, const PackSource<R>& b, R beta,
              R* c, Index ldc, const Following<R>* following) {
  constexpr Index parts = Parts<T>::count;
  const bool lies = a.along == parts && !(parts == 2 && a.conjugate);
  if (lies && m <= Lanes * Vectors && n <= Columns && following == nullptr)
    return one_tile<Lanes, edge, R>(loop, m, n, k, alpha, a, b, beta, c, ldc);
  if constexpr (strips == StripsOfA::yes && Lanes == Reals<R>::lanes) {
    // Where the rows below are prefetched, they are in L1 without strips (Z3-034).
    const bool prefetches = following != nullptr && following->rows_below;
    const bool serves =
        !prefetches && n >= 4 * Columns && k <= most_strip_depth(Index{Lanes * Vectors} * Index{sizeof(R)});
    if (!lies || (serves && drives_out_a(a.step * Index{sizeof(R)}, ldc * Index{sizeof(R)}, k, n))) {
      constexpr Index step = Vectors * Lanes;
      const Scratch<R, most_strip_depth(step * Index{sizeof(R)}) * step> strip;
      return in_place_tiles<T, Lanes, Vectors, Columns, edge, loop, true>(m, n, k, alpha, a, b, beta, c, ldc,
                                                                          following, strip.data());
    }
  }
  return in_place_tiles<T, Lanes, Vectors, Columns, edge, loop, false>(m, n, k, alpha, a, b, beta, c, ldc,
                                                                       following);
}

/// See InPlace in kernel.hpp.
template <class R, int Lanes, int Vectors, int Columns, InPlaceEdge edge, StripsOfA strips,
          InPlaceLoop<R> loop>
void in_place(Index m, Index n, Index k, R alpha, const PackSource<R>& a, const PackSource<R>& b, R beta,
              R* c, Index ldc, const Following<R>* following) {
  in_reals<R, Lanes, Vectors, Columns, edge, strips, loop>(m, n, k, alpha, a, b, beta, c, ldc, following);
}

}  // namespace
}  // namespace numapack
