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
/// columns share sets of L1, on AVX2 and on AMD's cores. Zen 3, columns that share sets: d 128 1.065 of the
/// rate, 160 1.03, z 64 1.07, 96 1.11, 128 1.10; where they share none 0.98 to 1.0. The most steps, of so
/// many bytes each: a strip lies on the caller's stack.
constexpr Index most_strip_depth(Index step_bytes) { return step_bytes <= 64 ? 512 : 256; }
constexpr Index most_strip_depth(InstructionSet set) {
  return most_strip_depth(Index{set == InstructionSet::avx512 ? 192 : 64});
}

/// True if a transposed or conjugated A goes by strips: shallow ones only where C is small. Zen 3, against
/// what was there before, 100 x 100 and 300 x 300, k = 3, 4, 8, 12, 16: d 0.86 and 0.60, 1.02 and 0.79, 0.98
/// and 0.77, 1.03 and 0.88, 0.99 and 1.06; z 1.10 and 0.90, 1.08 and 0.87, 1.12 and 0.91, 1.11 and 0.97, 1.08
/// and 1.12; s and c 0.98 to 1.5 from k = 4 on. AVX2 on Zen 4, sides of up to 32: d 5 x 5, k = 2 1.7, z 7 x
/// 3, k = 3 1.5, c 10 x 19, k = 2 2.5, 2 x 4, k = 2 0.81. AVX-512 there, 100 x 100, 300 x 300, 700 x 700: k =
/// 1 d 1.42, 1.18, 1.07, z 1.28, 1.04, 0.97; k = 4 d 1.54, 1.34, 1.06, z 1.11, 1.00, 0.84; k = 16
/// d 1.19, 1.07, 0.92, c 1.09, 1.05, 0.96; but d 2048 x 16, k = 2 0.67, c 1024 x 64, k = 2 0.68, z 2133 x 14,
/// k = 5 0.75. Sizes in bytes.
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
/// has at most near_bytes; if columns are shorter than least_bytes_of_column, as many as stay in L2, with the
/// next ones asked for; otherwise some, with C asked for three tiles below: most_columns up to twice
/// near_bytes, then so many a step of K, and at least. Zen 3, one thread, against as many as stay in L2: all
/// d 2000 x 300, k = 3 1.75, 2000 x 16, k = 8 1.4, 500 x 500, k = 16 1.18, z 1000 x 32, k = 16 1.24, A
/// transposed 1000 x 300, k = 16 1.65; but s 1295 x 1550, k = 2 0.57 to 0.77, 10000 x 300, k = 4 0.60; some
/// 1295 x 1550 1.04, d 3397 x 279, k = 10 1.30 to 1.49, 1500 x 1500, k = 6 1.31, 4000 x 4000, k = 2 1.28, k
/// = 8 1.27 to 1.40, z 2000 x 2000, k = 4 1.6; some of short columns z 8 x 1959, k = 2 0.51.
struct LargeC {
  Index near_bytes = 0, least_bytes_of_column = std::numeric_limits<Index>::max();
  Index most_columns = 0, least_columns = 0, columns_a_step = 0;
};

/// Where operands are multiplied as they lie, by an instruction set's in-place loops.
struct InPlaceChoice {
  /// Bytes of A and B, gaps included, up to which they are. Cascade Lake (1 MiB L2), one thread: packing
  /// takes a quarter of the time at n = 64 and a tenth at n = 128; in place, median ratio to the best of
  /// three peers: n = 64 0.73 before, 0.89 to 1.0 after; n = 16 0.25 before, 0.94 after. In place against
  /// packed: n = 144 1.08, 172 1.03, 184 1.10, 200 1.06, 216 0.99, 240 0.96; two threads: 184 1.14, 200 1.13.
  /// Zen 3 (512 KiB L2), against packed: n = 8 1.9, 16 1.4, 64 1.45, 96 1.15, 128 1.17, 160 1.10, 176 1.12,
  /// 184 1.00, 192 0.92; s 240 1.13, 272 1.10.
  std::size_t most_bytes;

  /// Rows (in tiles of MR) and bytes of A up to which B is read where it lies, however many columns it has.
  /// Cascade Lake, 8192 columns, against packed ones, one thread and two: 240 rows, k = 64 1.09 and 1.21;
  /// 192, k = 128 0.99 and 1.14; 96, k = 384 1.02 and 1.08; but 384, k = 64 0.96 and 1.03; 168, k = 256 0.89
  /// and 0.93. Zen 3, 8000 columns, k = 64, one thread and two: 96 rows 1.36 and 1.28, 160 1.19 and 1.21, 240
  /// 1.11 and 1.16, 320 0.92 and 0.99; k = 128, 160 rows 0.94 and 1.01.
  Index most_flat_tiles;
  std::size_t most_flat_bytes;

  LargeC large_c;

  /// Products with a long A and few columns (gemm/tall.hpp): bytes of a column of a block, blocks that see
  /// all of K together, and steps of K. Cascade Lake, one thread, against packing, 96 rows (48, 192) and 80
  /// steps (60, 104, 152): 1000 x 32, k = 1000 1.36 of the rate (1.31, 1.33; 1.35, 1.34, -), 3988 x 64, k =
  /// 152 1.08 (1.04, 1.06; 1.03, 1.08, 0.89); 4000 x 16, k = 40 1.07, 4000 x 64, k = 16 0.92.
  Index tall_block_bytes, tall_blocks_together, tall_depth;

  /// What such a product asks for meanwhile: the next block, or the rows below a tile. Zen 3, 1000 x 16, k =
  /// 1000: the next block 1.10, nothing 1.20, the rows below by all columns 1.42, by the first ones 1.47;
  /// 1000 x 32 1.14, 1.10, 1.20 and 1.32 (80 steps, then 250, of 96 rows; of 1024 1.40 and 1.43).
  bool asks_for_rows_below;

  /// Products whose threads share K (gemm/pieces_run.hpp): bytes of a slab of A, of least_pieced_depth steps
  /// at least; and whether B's columns are copied first, a line more than a slab apart. Eight that lie whole
  /// pages apart share a set of L1 that holds eight lines, six leave room for A. Zen 3, slabs of 64 KiB, then
  /// also B as it lies: d 16 x 16, k = 16384 1.04 and 1.22, 32 1.06 and 1.075, 48 1.02 and 1.02, 64 0.98
  /// and 1.00; s 32 1.11 and 1.16, 64 1.035 and 1.07; two threads d 32 1.06 and 1.07, 64 0.985 and 1.00, s
  /// 64 1.07 and 1.07.
  std::size_t pieced_slab_bytes;
  bool copies_pieced_b;

  /// The most columns of a tall product. Cascade Lake, one thread and
  /// two, against packing: whole lines, 4000 rows, k = 300 16 columns 1.29, 32 1.22, 64 1.19 and 1.13, 4000 x
  /// 96, k = 152 1.09 and 1.02; other steps 3988 x 64, k = 152 1.12 and 1.00, 8822 x 72, k = 204 0.95 and
  /// 0.95; in few sets 1000 x 16, k = 600 1.27 and 1.14, x 24 1.08 and 0.93 to 1.01, x 32 0.94 to 1.13, x 48
  /// 0.85 to 1.01. Zen 3, one thread: whole lines, 4000 rows, k = 1000 32 columns 1.22, 48 1.08, 64 1.09, but
  /// 16000 x 64 0.87 to 0.92; other steps 16 1.09 to 1.16, 20 1.06, 24 0.96 to 1.12, 30 0.92, 42 0.84; in few
  /// sets 16384 x 16, k = 1024 0.54 (two threads 0.51), 4096 x 20, k = 200 0.79, 1024 x 16, k = 600 0.86. z,
  /// columns of doubles twice as wide: whole lines 8000 x 64, k = 500 0.80; Zen 3, other steps 4000 x 14, k =
  /// 600 1.12, x 20 1.05, in few sets 4096 x 8, k = 600 0.96.
  TallColumns most_tall_columns, most_tall_columns_z;

  /// The least. Zen 3, one thread, 5 against 9: 128 x 8, k = 1000 1.61, k = 4096 1.58, 1000 x 8, k =
  /// 1000 1.75, 128 x 5 1.62, 4000 x 6, k = 300 1.55, 500 x 5, k = 500 1.75, s 4000 x 8, k = 300 1.11.
  Index least_tall_columns;

  /// The least bytes of a column of its A. Zen 3, one thread, against packing: d 64 x 8, k = 1024 1.78 to
  /// 1.93, 64 x 16 1.43, 64 x 32 1.28, 64 x 48 1.10, 48 x 32, k = 1500 1.39, 40 x 8, k = 1000 1.02, z 32 x
  /// 8, k = 1024 1.47; but 32 x 8, k = 2048, which else is flat, 0.88, 32 x 16 0.89.
  Index least_tall_bytes;

  /// Whether flat products of several slabs of K go in place, too, and products whose threads share K by
  /// more than half a tile's rows, where nothing but the form of the operands speaks for a thin way. Zen 3,
  /// one thread: s 32 x 4096, k = 1024 1.24, d 16 x 128, k = 2048 1.30, 32 x 512, k = 2000 1.08; 8 x 16, k =
  /// 4096 2.27, 16 x 8 2.61, 8 x 32 1.87, s 16 x 16, k = 8192 2.48, c 8 x 16 1.72, z 4 x 8, k = 4096 1.89;
  /// but 4 x 16, k = 4096 0.80.
  bool takes_long_k;

  /// The most columns of a tall product whose B is transposed, and rows of a flat one of reals, and bytes of
  /// its B. Zen 3, one thread: 2048 x 8, k = 128 1.98, z 2000 x 12 1.09, 2000 x 16, k = 500 1.23, but s 4096
  /// x 16, k = 512 0.85, 153 x 18, k = 3451 0.77, 4000 x 48 0.90; 8 x 8192, k = 8 1.53, 16 x 4096, k =
  /// 32 1.26, 16 x 128, k = 2048 1.23, 16 x 1000, k = 300 1.08, but 11 x 2583, k = 2781 0.67, z 16 x 1024, k
  /// = 64 0.87, 64 x 2000, k = 64 0.94, s 32 x 1000, k = 100 0.93.
  Index most_tall_columns_of_turned_b, most_flat_rows_of_turned_b, most_flat_bytes_of_turned_b;

  /// Columns between which a long transposed A of reals goes by strips, with up to least_kc_in_place steps of
  /// K. Zen 3, one thread, against dot products or packing: d 4096 x 8, k = 256 1.28, 2000 x 6, k = 300 1.16,
  /// 1000 x 4, k = 100 1.17, 2048 x 16, k = 128 1.14, 4000 x 24, k = 200 1.02, 2000 x 30, k = 380 0.93, s
  /// 2000 x 12, k = 300 1.64, 4096 x 8, k = 256 1.11; z 1000 x 6, k = 300 0.97; B transposed, too, 3000 x 9,
  /// k = 384 0.85.
  Index least_columns_of_turned_a, most_columns_of_turned_a;

  /// Bytes of a transposed B that a thin product with a long A may read by columns. Zen 3, one thread, packed
  /// instead: s 8 x 780, k = 4096 4.97, d 4 x 226, k = 3164 1.97, c 4 x 512, k = 2048 4.78, d 7 x 4759, k =
  /// 1604 1.83, 8 x 2048, k = 2048 2.11, z 3 x 1472, k = 1620 1.77; but 12 x 300, k = 1200 (2.9 MB) 0.78.
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

/// Zen 4, AVX-512, one thread: least_tall_bytes d 64 x 32, k = 1024 1.11, 48 x 32, k = 1500 1.13, 90 x
/// 48 1.11, 64 x 16 1.00; pieces by 64 KiB, B as it lies 48 x 48, k = 16384 1.09, 64 x 64 1.03, others 1.00;
/// large_c 2000 x 300, k = 3 1.22, 2000 x 16, k = 8 1.02, s 2000 x 500, k = 16 1.03.
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

/// Columns up to which such a product asks for twice as much at a time. Cascade Lake: 16 1.12 to 1.15, 32
/// 0.99, 64 0.98 of the rate.
inline constexpr Index most_hasty_columns = 24;

}  // namespace numapack
