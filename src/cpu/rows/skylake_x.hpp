#pragma once

#include "cpu/row.hpp"

// Skylake-X, Skylake-SP and Cascade Lake: two FMA units of 64 bytes, 1 MiB L2. The row that others are
// composed from. Measured on Cascade Lake, a virtual machine of two cores.
namespace numapack::rows {

inline constexpr RowKernel avx512_kernels[4] = {
    // Blocks of as many bytes as d's; kc = 512 against 384: one thread and two, n = 512 1.01 and 1.025, 1024
    // 1.015 and 1.01, 2048 1.00 and 1.01, 4096, two threads 0.99; kc = 768: 1024 1.00 and 1.01.
    {"avx512-s48x8", {288, 512, 16384}},
    // 1 MiB L2, against MKL, median of 5 processes, mc = 168, 192, 216 with the best of 8 places for the
    // block: one thread n = 1024 1.05, 1.06, 1.05; 2048 1.04, 1.05, 1.04; two threads 1024 1.03, 1.05, 1.045;
    // 2048 1.04, 1.05, 1.04; 4096 0.975, 0.98, 0.97, and with nc = 1024, 2048, 3072 0.95, 0.96, 0.97 (A is
    // packed once a slab; B comes from memory either way). kc = 448, 512: 10 % less.
    {"avx512-d24x8", {192, 384, 8192}},
    // As s; kc = 512 against 384: n = 512 1.01 and 1.02, 1024 1.03 and 1.00, 2048 1.01 and 1.00.
    {"avx512-c24x4", {144, 512, 8192}},
    // As many bytes as d.
    {"avx512-z12x4", {96, 384, 4096}}};

inline constexpr InPlaceChoice skylake_x_in_place{
    // One thread: packing takes a quarter of the time at n = 64 and a tenth at n = 128; in place, median
    // ratio to the best of three peers: n = 64 0.73 before, 0.89 to 1.0 after; n = 16 0.25 before, 0.94
    // after. In place against packed: n = 144 1.08, 172 1.03, 184 1.10, 200 1.06, 216 0.99, 240 0.96; two
    // threads: 184 1.14, 200 1.13.
    .most_bytes = 640 << 10,
    // 8192 columns, against packed ones, one thread and two: 240 rows, k = 64 1.09 and 1.21; 192, k = 128
    // 0.99 and 1.14; 96, k = 384 1.02 and 1.08; but 384, k = 64 0.96 and 1.03; 168, k = 256 0.89 and 0.93.
    .most_flat_tiles = 10,
    .most_flat_bytes = 288 << 10,
    .large_c = {},
    .strips = {},
    // One thread, against packing, 96 rows (48, 192) and 80 steps (60, 104, 152): 1000 x 32, k = 1000 1.36 of
    // the rate (1.31, 1.33; 1.35, 1.34, -), 3988 x 64, k = 152 1.08 (1.04, 1.06; 1.03, 1.08, 0.89); 4000 x
    // 16, k = 40 1.07, 4000 x 64, k = 16 0.92.
    .tall_block_bytes = 768,
    .tall_blocks_together = 8,
    .tall_depth = 80,
    .asks_for_rows_below = false,
    .pieced_slab_bytes = 0,
    .copies_pieced_b = true,
    // One thread and two, against packing: whole lines, 4000 rows, k = 300 16 columns 1.29, 32 1.22, 64 1.19
    // and 1.13, 4000 x 96, k = 152 1.09 and 1.02; other steps 3988 x 64, k = 152 1.12 and 1.00, 8822 x 72, k
    // = 204 0.95 and 0.95; in few sets 1000 x 16, k = 600 1.27 and 1.14, x 24 1.08 and 0.93 to 1.01, x 32
    // 0.94 to 1.13, x 48 0.85 to 1.01.
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
    .most_bytes_of_thin_turned_b = never_so_many};

/// Fitted to 500 random shapes with sides up to 2900, all types, of which packed panels, the in-place loops
/// and the four thin ways were measured: the way that is chosen by them is on average 1.5 % slower than the
/// fastest one. `gather` is 1 since squares are transposed in registers; 0.4 and 0.7 gave c 13 x 88, k = 75,
/// A transposed 0.86.
inline constexpr ThinCycles skylake_x_cycles{.narrow = 1,
                                             .near_add = 0.72,
                                             .near_tile = 30,
                                             .multiply_add = 1.6,
                                             .tile = 38,
                                             .wide_multiply_add = 1.1,
                                             .wide_tile = 100,
                                             .step = 2.1,
                                             .gather = 1,
                                             .scatter = 1.65,
                                             .dot = 1.2,
                                             .adding_lanes = 7,
                                             .copy = 1,
                                             .pack_a = 1.4,
                                             .pack_b = 1.6,
                                             .packed_add = 0.52,
                                             .packed_tile = 100,
                                             .packing = 60,
                                             .latency = 4,
                                             .in_place_tile = 40,
                                             .turn = 1,
                                             .strip = 0,
                                             .tall_vector = 6,
                                             .tall_add = 0.62};

constexpr CpuRow skylake_x_row() {
  CpuRow row{};
  row.name = "skylake-x";
  row.title = "Skylake-X, Cascade Lake";
  row.architecture = "x86_64";
  row.set = InstructionSet::avx512;
  row.measured = true;
  for (int type = 0; type < 4; ++type) row.kernels[type] = avx512_kernels[type];
  row.in_place = skylake_x_in_place;
  row.cycles = skylake_x_cycles;
  // One thread and two: 4096 x 4096, k = 64 1.045 and 1.03, 128 1.03 and 1.01, 192 1.02 to 1.04 and 1.00, 384
  // 1.01 and 0.99; 16384 x 64, k = 64 1.02 and 1.02, k = 1024 1.03 and 1.02; 16384 x 512, k = 512 1.04 and
  // 1.04; squares of 1024 to 4096 (d, s, z, c) 0.99 to 1.02.
  row.ends_blocks_with_pages = true;
  row.blocks_lie_side_by_side = false;  // squares 0.985 to 1.01
  row.most_steps_meanwhile = never_so_many;
  row.packing_asks_for_all_lines = false;  // the processor follows by itself
  row.asks_for_next_block = true;
  row.long_column_bytes = never_so_many;
  row.streams_from_bytes = never_so_many;
  return row;
}

}  // namespace numapack::rows
