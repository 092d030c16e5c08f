#pragma once

#include "cpu/rows/skylake_x.hpp"

// Zen 4, and Zen 5 until somebody measures it: AVX-512 by units of 32 bytes (an FMA of 64 a cycle; server
// cores of Zen 5 have whole ones), 1 MiB L2. Measured on a virtual machine of two cores.
namespace numapack::rows {

constexpr InPlaceChoice zen4_in_place() {
  InPlaceChoice choice = skylake_x_in_place;
  // One thread: 2000 x 300, k = 3 1.22, 2000 x 16, k = 8 1.02, s 2000 x 500, k = 16 1.03.
  choice.large_c.near_bytes = 5 << 20;
  // 100 x 100, 300 x 300, 700 x 700: k = 1 d 1.42, 1.18, 1.07, z 1.28, 1.04, 0.97; k = 4 d 1.54, 1.34, 1.06,
  // z 1.11, 1.00, 0.84; k = 16 d 1.19, 1.07, 0.92, c 1.09, 1.05, 0.96; but d 2048 x 16, k = 2 0.67, c 1024 x
  // 64, k = 2 0.68, z 2133 x 14, k = 5 0.75.
  choice.strips = {.most_bytes_of_c = 1 << 20, .most_bytes_of_column = 4 << 10};
  // One thread: d 64 x 32, k = 1024 1.11, 48 x 32, k = 1500 1.13, 90 x 48 1.11, 64 x 16 1.00.
  choice.least_tall_bytes = 320;
  // B as it lies 48 x 48, k = 16384 1.09, 64 x 64 1.03, others 1.00.
  choice.pieced_slab_bytes = 64 << 10;
  choice.copies_pieced_b = false;
  return choice;
}

/// Fitted to 940 shapes with sides up to 4000; FMAs take a cycle each, not half of one. Of 190 others, what
/// is chosen is on average 1.6 % slower than the fastest way, by Cascade Lake's figures 4.7 %.
inline constexpr ThinCycles zen4_cycles{.narrow = 1,
                                        .near_add = 1.06,
                                        .near_tile = 33,
                                        .multiply_add = 1.28,
                                        .tile = 89,
                                        .wide_multiply_add = 1.05,
                                        .wide_tile = 72,
                                        .step = 3.9,
                                        .gather = 0.57,
                                        .scatter = 1.2,
                                        .dot = 1.11,
                                        .adding_lanes = 10.3,
                                        .copy = 1.1,
                                        .pack_a = 0.78,
                                        .pack_b = 0.4,
                                        .packed_add = 0.93,
                                        .packed_tile = 117,
                                        .packing = 0,
                                        .latency = 3.9,
                                        .in_place_tile = 23,
                                        .turn = 0.44,
                                        .strip = 30,
                                        .tall_vector = 2.6,
                                        .tall_add = 0.81};

constexpr CpuRow zen4_row() {
  CpuRow row = skylake_x_row();
  row.name = "zen4";
  row.title = "Zen 4, Zen 5";
  // Blocks are those of the other kernels of AVX-512, so that the bits of packed products are the same.
  constexpr const char* by_columns[] = {"avx512-s48x8-by-columns", "avx512-d24x8-by-columns",
                                        "avx512-c24x4-by-columns", "avx512-z12x4-by-columns"};
  for (int type = 0; type < 4; ++type) row.kernels[type].name = by_columns[type];
  row.in_place = zen4_in_place();
  row.cycles = zen4_cycles;
  // One thread, without: 16384 x 64, k = 1024 1.02, k = 64 0.99, 4096 x 4096, k = 64, 128, 192 1.00, 1.007,
  // 1.005: a page is 21 tiles of 24 rows and 8 more.
  row.ends_blocks_with_pages = false;
  // Two threads, against blocks in turn: n = 1024 1.04, 2048 1.005, 3000 1.03, 4096 1.03 to 1.05, 4096 x
  // 2048, k = 2048 1.09, z 1024 1.03, s 2048 1.00.
  row.blocks_lie_side_by_side = true;
  // 16384 x 64, k = 1024 1.03 without, k = 128 1.02, x 32, k = 1024 1.03, x 24, k = 300 1.02, x 64, k = 64
  // 0.99.
  row.asks_for_next_block = false;
  // 8 columns in place of 16, 4: 4000 x 4000 1.23, 1.14, s 1.11, 1.01, 10000 x 500 1.34, 1.13; 1000 x
  // 1000 0.96, 0.86, 500 x 10000 0.96, 0.80.
  row.long_column_bytes = 16 << 10;
  // One thread, from memory: d 4000 x 4000 1.25 of the rate, 4096 x 4096 1.20, 500 x 10000 1.48, s 6000 x
  // 6000 1.25; 1500 x 1500 1.37. In a 32 MiB L3 1000 x 1000 0.90, 1360 x 1360 0.98.
  row.streams_from_bytes = Index{16} << 20;
  return row;
}

}  // namespace numapack::rows
