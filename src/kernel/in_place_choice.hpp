#pragma once

#include <cstddef>
#include <limits>

#include "kernel/kernel.hpp"

namespace numapack {

// What was chosen for a CPU about operands that are multiplied as they lie, by measuring; see choices.hpp for
// the rest.

/// No kernel with an in-place loop has a lower kc without being told so: to look theirs up takes 160 cycles.
inline constexpr Index least_kc_in_place = 384;

/// In-place loops copy what rows of A a tile has into strips where A is transposed or conjugated or its
/// columns share sets of L1, on AVX2 and on AMD's cores; where they share none, a copy gains nothing (Z3-003,
/// Z3-004). The most steps, of so many bytes each: a strip lies on the caller's stack.
constexpr Index most_strip_depth(Index step_bytes) { return step_bytes <= 64 ? 512 : 256; }
constexpr Index most_strip_depth(InstructionSet set) {
  return most_strip_depth(Index{set == InstructionSet::avx512 ? 192 : 64});
}

/// True if a transposed or conjugated A goes by strips: shallow ones only where C is small, for which making
/// the strip is not lost in what C costs (Z3-007; AVX-512: Z4-040; tiny ones: Z4-041). Sizes in bytes.
constexpr bool may_have_strips(InstructionSet set, std::size_t column_of_c, std::size_t c, Index k) {
  constexpr Index least_depth_of_tiny = 2, least_depth = 4, least_depth_of_large = 16;
  constexpr std::size_t tiny = 16 << 10, small = 128 << 10, most_of_avx512 = 1 << 20, page = 4 << 10;
  if (k > most_strip_depth(set)) return false;
  if (set == InstructionSet::avx512) return c <= small || (column_of_c <= page && c <= most_of_avx512);
  return k >= (c <= tiny ? least_depth_of_tiny : c <= small ? least_depth : least_depth_of_large);
}

/// By how columns of A lie (ColumnStep).
struct TallColumns {
  Index in_lines, spread, in_sets;
};

/// Columns of a large C that a row of tiles goes through in place, where B's stay near the core: all, if C
/// has at most near_bytes (Z3-010, Z3-011); if columns are shorter than least_bytes_of_column, as many as
/// stay in L2, with the next ones asked for; otherwise some, with C asked for three tiles below: most_columns
/// up to twice near_bytes, then so many a step of K, and at least (Z3-012, Z3-014).
struct LargeC {
  Index near_bytes = 0, least_bytes_of_column = std::numeric_limits<Index>::max();
  Index most_columns = 0, least_columns = 0, columns_a_step = 0;
};

/// Where operands are multiplied as they lie, by an instruction set's in-place loops.
struct InPlaceChoice {
  /// Bytes of A and B, gaps included, up to which they are: packing is a large share of a small product
  /// (CL-106, CL-116; AVX2: Z3-001).
  std::size_t most_bytes;

  /// Rows (in tiles of MR) and bytes of A up to which B is read where it lies, however many columns it has: a
  /// higher or deeper A reads packed panels often enough to pay for them (CL-124; AVX2: Z3-016).
  Index most_flat_tiles;
  std::size_t most_flat_bytes;

  LargeC large_c;

  /// Products with a long A and few columns (gemm/tall.hpp): bytes of a column of a block, blocks that see
  /// all of K together, and steps of K; rows of a tile are to stay in L1 (CL-153, CL-154; AVX2: Z3-024,
  /// Z3-026).
  Index tall_block_bytes, tall_blocks_together, tall_depth;

  /// What such a product asks for meanwhile: the next block, or the rows below a tile, by the first columns
  /// only (Z3-024; the next block on Cascade Lake: CL-153).
  bool asks_for_rows_below;

  /// Products whose threads share K (gemm/pieces_run.hpp): bytes of a slab of A, of least_pieced_depth steps
  /// at least; and whether B's columns are copied first, a line more than a slab apart. Eight that lie whole
  /// pages apart share a set of L1 that holds eight lines, six leave room for A (Z3-017).
  std::size_t pieced_slab_bytes;
  bool copies_pieced_b;

  /// The most columns of a tall product: with more, packed panels are used often enough, and with columns of
  /// A that share few sets of L1 much sooner (CL-161; AVX2: Z3-032). z: columns of doubles twice as wide.
  TallColumns most_tall_columns, most_tall_columns_z;

  /// The least: with fewer, a way for thin products is faster (Z3-027, Z4-046).
  Index least_tall_columns;

  /// The least bytes of a column of its A: shorter ones are flat products rather (Z3-028, Z4-043).
  Index least_tall_bytes;

  /// Whether flat products of several slabs of K go in place, too, and products whose threads share K by more
  /// than half a tile's rows, where nothing but the form of the operands speaks for a thin way (Z3-019; not
  /// on Zen 4: Z4-045).
  bool takes_long_k;

  /// The most columns of a tall product whose B is transposed, and rows of a flat one of reals, and bytes of
  /// its B (Z3-037; not on Zen 4: Z4-046).
  Index most_tall_columns_of_turned_b, most_flat_rows_of_turned_b, most_flat_bytes_of_turned_b;

  /// Columns between which a long transposed A of reals goes by strips, with up to least_kc_in_place steps of
  /// K, not by dot products or packing (Z3-039).
  Index least_columns_of_turned_a, most_columns_of_turned_a;

  /// Bytes of a transposed B that a thin product with a long A may read by columns: a larger one is packed
  /// (Z3-038).
  Index most_bytes_of_thin_turned_b;
};

inline constexpr InPlaceChoice avx2_in_place{.most_bytes = 512 << 10,
                                             .most_flat_tiles = 30,
                                             .most_flat_bytes = 124 << 10,
                                             .large_c = {.near_bytes = 5 << 20,
                                                         .least_bytes_of_column = 4 << 10,
                                                         .most_columns = 252,
                                                         .least_columns = 12,
                                                         .columns_a_step = 3},
                                             .tall_block_bytes = 8 << 10,
                                             .tall_blocks_together = 1,
                                             .tall_depth = 250,
                                             .asks_for_rows_below = true,
                                             .pieced_slab_bytes = 64 << 10,
                                             .copies_pieced_b = false,
                                             .most_tall_columns = {64, 24, 0},
                                             .most_tall_columns_z = {32, 24, 0},
                                             .least_tall_columns = 5,
                                             .least_tall_bytes = 320,
                                             .takes_long_k = true,
                                             .most_tall_columns_of_turned_b = 12,
                                             .most_flat_rows_of_turned_b = 16,
                                             .most_flat_bytes_of_turned_b = 4 << 20,
                                             .least_columns_of_turned_a = 4,
                                             .most_columns_of_turned_a = 24,
                                             .most_bytes_of_thin_turned_b = 4 << 20};
inline constexpr InPlaceChoice avx512_in_place{
    .most_bytes = 640 << 10,
    .most_flat_tiles = 10,
    .most_flat_bytes = 288 << 10,
    .large_c = {},
    .tall_block_bytes = 768,
    .tall_blocks_together = 8,
    .tall_depth = 80,
    .asks_for_rows_below = false,
    .pieced_slab_bytes = 0,
    .copies_pieced_b = true,
    .most_tall_columns = {64, 48, 20},
    .most_tall_columns_z = {32, 24, 10},
    .least_tall_columns = 9,
    .least_tall_bytes = 768,
    .takes_long_k = false,
    .most_tall_columns_of_turned_b = 0,
    .most_flat_rows_of_turned_b = 0,
    .most_flat_bytes_of_turned_b = 0,
    .least_columns_of_turned_a = 0,
    .most_columns_of_turned_a = 0,
    .most_bytes_of_thin_turned_b = std::numeric_limits<Index>::max()};

/// AVX-512 on AMD's cores: of Zen 3's choices, tried one by one on Zen 4, those that gained (Z4-042, Z4-043,
/// Z4-044).
constexpr InPlaceChoice of_amd(InPlaceChoice choice) {
  choice.large_c.near_bytes = 5 << 20;
  choice.least_tall_bytes = 320;
  choice.pieced_slab_bytes = 64 << 10;
  choice.copies_pieced_b = false;
  return choice;
}
inline constexpr InPlaceChoice avx512_amd_in_place = of_amd(avx512_in_place);

constexpr const InPlaceChoice& in_place_choice(const KernelShape& kernel) {
  if (kernel.set == InstructionSet::avx2) return avx2_in_place;
  return kernel.is_avx512_of_amd() ? avx512_amd_in_place : avx512_in_place;
}

/// The least steps of K that make a product tall.
inline constexpr Index least_tall_depth = 40;

/// Columns up to which such a product asks for twice as much at a time: more of them have time to ask for all
/// (CL-156).
inline constexpr Index most_hasty_columns = 24;

}  // namespace numapack
