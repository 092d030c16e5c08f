// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>

#include "base/integer.hpp"

namespace numapack {

/// By how columns of A lie (ColumnStep): whole lines apart, anyhow, or so that they meet in few sets of L1.
struct TallColumns {
  Index in_lines, spread, in_sets;
};

/// Columns of a large C that a row of tiles goes through in place, where B's stay near the core: all, if C
/// has at most near_bytes; if columns are shorter than least_bytes_of_column, as many as stay in L2, with the
/// next ones prefetched; otherwise some, with C prefetched three tiles below: most_columns up to twice
/// near_bytes, then so many a step of K, and at least.
struct LargeC {
  Index near_bytes = 0, least_bytes_of_column = std::numeric_limits<Index>::max();
  Index most_columns = 0, least_columns = 0, columns_a_step = 0;
};

/// Least steps of K from which on a transposed or conjugated A goes by strips (a tile's rows of A are copied
/// first), by the size of C: up to 16 KiB, up to 128 KiB, and larger; and the largest C and column of C, in
/// bytes, for which it does. Of kernels that turn A.
struct StripLimits {
  Index least_depth_of_tiny = 0, least_depth_of_small = 0, least_depth_of_large = 0;
  std::size_t most_bytes_of_c = std::numeric_limits<std::size_t>::max(),
              most_bytes_of_column = std::numeric_limits<std::size_t>::max();
};

/// Where a kernel's in-place loop multiplies operands without packing; irrelevant for kernels without one.
/// Sizes in bytes unless they say rows, columns, steps (of K) or tiles.
struct InPlaceChoice {
  /// Of A and B, gaps included, up to which they are; more packs them.
  std::size_t most_bytes;

  /// Of A and B, above which C may be written around the caches.
  std::size_t most_bytes_beside_cached_c;

  /// Rows (in tiles of MR) and bytes of A up to which B is read where it lies, however many columns it has.
  Index most_flat_tiles;
  std::size_t most_flat_bytes;

  LargeC large_c;
  StripLimits strips;

  /// Products with a long A and few columns (multiply_tall()): bytes of a column of a block, blocks that see
  /// all of K together, and steps of K.
  Index tall_block_bytes, tall_blocks_together, tall_depth;

  /// What such a product prefetches: the rows below a tile, or (false) the next block.
  bool prefetches_rows_below;

  /// Products whose threads share K (SplitKRun): bytes of a kc block of A, of least_split_k_depth steps at
  /// least; and whether B's columns are copied first, a line more than a kc block apart. Eight that lie whole
  /// pages apart share a set of L1 that holds eight lines, six leave room for A.
  std::size_t split_k_block_bytes;
  bool split_k_copies_b;

  /// The most columns of a tall product; z's own, whose columns of doubles are twice as wide. More pack.
  TallColumns most_tall_columns, most_tall_columns_z;

  /// The least columns (of reals), and the least bytes of a column of its A. Fewer go by skinny algorithms.
  Index least_tall_columns;
  Index least_tall_bytes;

  /// Whether flat products of several kc blocks of K go in place, too, and products whose threads share K by
  /// more than half a tile's rows, where nothing but the form of the operands speaks for a skinny algorithm.
  bool takes_long_k;

  /// The most columns of a tall product whose B is transposed, and rows of a flat one of reals, and bytes of
  /// its B.
  Index most_tall_columns_of_transposed_b, most_flat_rows_of_transposed_b, most_flat_bytes_of_transposed_b;

  /// Columns between which a long transposed A of reals goes by strips, with up to least_kc_in_place steps of
  /// K.
  Index least_columns_of_transposed_a, most_columns_of_transposed_a;

  /// Of a transposed B that a skinny product with a long A may read by columns; larger ones are packed.
  Index most_bytes_of_skinny_transposed_b;
};

}  // namespace numapack
