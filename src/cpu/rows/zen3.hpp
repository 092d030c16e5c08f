#pragma once

#include "cpu/rows/skylake_x.hpp"

// Zen 3: two FMA units of 32 bytes, 512 KiB L2, up to 32 MiB L3 a complex. Measured on a virtual machine of
// two cores.
namespace numapack::rows {

inline constexpr RowKernel avx2_kernels[4] = {
    // As many bytes as d; two threads: s 1024 1.05.
    {"avx2-s16x6", {96, 512, 8160}},
    // 512 KiB L2, against {96, 336} from the caches, two threads: n = 512 1.015, 1024 1.02, 2048 1.015, 4096
    // x 1024, k = 192 1.03; one thread, mc = 64, 96, 128: 768 1.03, 1.01, 1.02; 1024 1.02, 1.00, 1.00; kc =
    // 256 and 512 no better.
    {"avx2-d8x6", {64, 384, 4080}},
    // As many bytes as s; two threads: c 512 1.015.
    {"avx2-c8x3", {48, 512, 4080}},
    // As many bytes as d; two threads: z 512 0.985, 768 1.07.
    {"avx2-z4x3", {32, 384, 2040}}};

inline constexpr InPlaceChoice zen3_in_place{
    // Against packed: n = 8 1.9, 16 1.4, 64 1.45, 96 1.15, 128 1.17, 160 1.10, 176 1.12, 184 1.00, 192 0.92;
    // s 240 1.13, 272 1.10.
    .most_bytes = 512 << 10,
    // 8000 columns, k = 64, one thread and two: 96 rows 1.36 and 1.28, 160 1.19 and 1.21, 240 1.11 and 1.16,
    // 320 0.92 and 0.99; k = 128, 160 rows 0.94 and 1.01.
    .most_flat_tiles = 30,
    .most_flat_bytes = 124 << 10,
    // One thread, against as many columns as stay in L2: all d 2000 x 300, k = 3 1.75, 2000 x 16, k = 8 1.4,
    // 500 x 500, k = 16 1.18, z 1000 x 32, k = 16 1.24, A transposed 1000 x 300, k = 16 1.65; but s 1295 x
    // 1550, k = 2 0.57 to 0.77, 10000 x 300, k = 4 0.60; some 1295 x 1550 1.04, d 3397 x 279, k = 10 1.30 to
    // 1.49, 1500 x 1500, k = 6 1.31, 4000 x 4000, k = 2 1.28, k = 8 1.27 to 1.40, z 2000 x 2000, k = 4 1.6;
    // some of short columns z 8 x 1959, k = 2 0.51.
    .large_c = {.near_bytes = 5 << 20,
                .least_bytes_of_column = 4 << 10,
                .most_columns = 252,
                .least_columns = 12,
                .columns_a_step = 3},
    // Against what was there before, 100 x 100 and 300 x 300, k = 3, 4, 8, 12, 16: d 0.86 and 0.60, 1.02 and
    // 0.79, 0.98 and 0.77, 1.03 and 0.88, 0.99 and 1.06; z 1.10 and 0.90, 1.08 and 0.87, 1.12 and 0.91, 1.11
    // and 0.97, 1.08 and 1.12; s and c 0.98 to 1.5 from k = 4 on. On Zen 4, sides of up to 32: d 5 x 5, k =
    // 2 1.7, z 7 x 3, k = 3 1.5, c 10 x 19, k = 2 2.5, 2 x 4, k = 2 0.81.
    .strips = {.least_depth_of_tiny = 2, .least_depth_of_small = 4, .least_depth_of_large = 16},
    .tall_block_bytes = 8 << 10,
    .tall_blocks_together = 1,
    .tall_depth = 250,
    // 1000 x 16, k = 1000: the next block 1.10, nothing 1.20, the rows below by all columns 1.42, by the
    // first ones 1.47; 1000 x 32 1.14, 1.10, 1.20 and 1.32 (80 steps, then 250, of 96 rows; of 1024 1.40 and
    // 1.43).
    .asks_for_rows_below = true,
    // Slabs of 64 KiB, then also B as it lies: d 16 x 16, k = 16384 1.04 and 1.22, 32 1.06 and 1.075, 48 1.02
    // and 1.02, 64 0.98 and 1.00; s 32 1.11 and 1.16, 64 1.035 and 1.07; two threads d 32 1.06 and 1.07, 64
    // 0.985 and 1.00, s 64 1.07 and 1.07.
    .pieced_slab_bytes = 64 << 10,
    .copies_pieced_b = false,
    // One thread: whole lines, 4000 rows, k = 1000 32 columns 1.22, 48 1.08, 64 1.09, but 16000 x 64 0.87
    // to 0.92; other steps 16 1.09 to 1.16, 20 1.06, 24 0.96 to 1.12, 30 0.92, 42 0.84; in few sets 16384 x
    // 16, k = 1024 0.54 (two threads 0.51), 4096 x 20, k = 200 0.79, 1024 x 16, k = 600 0.86. z: whole lines
    // 8000 x 64, k = 500 0.80; other steps 4000 x 14, k = 600 1.12, x 20 1.05, in few sets 4096 x 8, k =
    // 600 0.96.
    .most_tall_columns = {64, 24, 0},
    .most_tall_columns_z = {32, 24, 0},
    // One thread, 5 against 9: 128 x 8, k = 1000 1.61, k = 4096 1.58, 1000 x 8, k = 1000 1.75, 128 x 5 1.62,
    // 4000 x 6, k = 300 1.55, 500 x 5, k = 500 1.75, s 4000 x 8, k = 300 1.11.
    .least_tall_columns = 5,
    // One thread, against packing: d 64 x 8, k = 1024 1.78 to 1.93, 64 x 16 1.43, 64 x 32 1.28, 64 x 48 1.10,
    // 48 x 32, k = 1500 1.39, 40 x 8, k = 1000 1.02, z 32 x 8, k = 1024 1.47; but 32 x 8, k = 2048, which
    // else is flat, 0.88, 32 x 16 0.89.
    .least_tall_bytes = 320,
    // One thread: s 32 x 4096, k = 1024 1.24, d 16 x 128, k = 2048 1.30, 32 x 512, k = 2000 1.08; 8 x 16, k =
    // 4096 2.27, 16 x 8 2.61, 8 x 32 1.87, s 16 x 16, k = 8192 2.48, c 8 x 16 1.72, z 4 x 8, k = 4096 1.89;
    // but 4 x 16, k = 4096 0.80.
    .takes_long_k = true,
    // One thread: 2048 x 8, k = 128 1.98, z 2000 x 12 1.09, 2000 x 16, k = 500 1.23, but s 4096 x 16, k =
    // 512 0.85, 153 x 18, k = 3451 0.77, 4000 x 48 0.90; 8 x 8192, k = 8 1.53, 16 x 4096, k = 32 1.26, 16 x
    // 128, k = 2048 1.23, 16 x 1000, k = 300 1.08, but 11 x 2583, k = 2781 0.67, z 16 x 1024, k = 64 0.87, 64
    // x 2000, k = 64 0.94, s 32 x 1000, k = 100 0.93.
    .most_tall_columns_of_turned_b = 12,
    .most_flat_rows_of_turned_b = 16,
    .most_flat_bytes_of_turned_b = 4 << 20,
    // One thread, against dot products or packing: d 4096 x 8, k = 256 1.28, 2000 x 6, k = 300 1.16, 1000 x
    // 4, k = 100 1.17, 2048 x 16, k = 128 1.14, 4000 x 24, k = 200 1.02, 2000 x 30, k = 380 0.93, s 2000 x
    // 12, k = 300 1.64, 4096 x 8, k = 256 1.11; z 1000 x 6, k = 300 0.97; B transposed, too, 3000 x 9, k =
    // 384 0.85.
    .least_columns_of_turned_a = 4,
    .most_columns_of_turned_a = 24,
    // One thread, packed instead: s 8 x 780, k = 4096 4.97, d 4 x 226, k = 3164 1.97, c 4 x 512, k =
    // 2048 4.78, d 7 x 4759, k = 1604 1.83, 8 x 2048, k = 2048 2.11, z 3 x 1472, k = 1620 1.77; but 12 x
    // 300, k = 1200 (2.9 MB) 0.78.
    .most_bytes_of_thin_turned_b = 4 << 20};

/// Cascade Lake's, not fitted here; the thin loops have no eight columns at a time.
constexpr ThinCycles zen3_cycles() {
  ThinCycles cycles = skylake_x_cycles;
  cycles.narrow = 1.3;
  cycles.wide_multiply_add = cycles.multiply_add;
  cycles.wide_tile = cycles.tile;
  return cycles;
}

constexpr CpuRow zen3_row() {
  CpuRow row = skylake_x_row();
  row.name = "zen3";
  row.title = "Zen 3";
  row.set = InstructionSet::avx2;
  for (int type = 0; type < 4; ++type) row.kernels[type] = avx2_kernels[type];
  row.in_place = zen3_in_place;
  row.cycles = zen3_cycles();
  // Slabs of up to 344, 176, 128 steps, one thread and two, 16384 x 64, k = 1024: 1.04 and 0.99, 1.03 and
  // 0.97, 1.01 and 0.95; of 256 1.06 and 1.00.
  row.most_steps_meanwhile = 256;
  // One thread: 12000 x 32, k = 700, ld 12005 1.19, x 48 1.03, 4000 x 32, k = 500, ld 4003 1.12, 2048 x 16, k
  // = 600 1.09, 16384 x 32, k = 1024 1.00, d 1024 1.05, 512 1.01.
  row.packing_asks_for_all_lines = true;
  // Packing then waits for what the tiles have asked for, one thread, 16384 x 24, k = 1024 0.88, x 32 0.87, x
  // 32, k = 200 0.80, x 64 0.97 (against packing that asks for itself).
  row.asks_for_next_block = false;
  // 8 columns in place of 16, 4: d 4000 x 4000 1.2, 1.4 of the rate, 1000 x 1000 1.01, 0.92.
  row.long_column_bytes = 0;
  // Zen 4 with these kernels, one thread, from memory: d 4000 x 4000 1.13 of the rate, 4096 x 4096 1.04, 500
  // x 10000 1.00, s 6000 x 6000 1.08; 1500 x 1500 1.06.
  row.streams_from_bytes = Index{16} << 20;
  return row;
}

}  // namespace numapack::rows
