// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/skylake_x.hpp"

// Zen 4, and Zen 5 until somebody measures it: AVX-512 by units of 32 bytes (an FMA of 64 a cycle; server
// cores of Zen 5 have whole ones), 1 MiB L2. Measured on a virtual machine of two cores.
namespace numapack::microarchs {

constexpr InPlaceChoice zen4_in_place() {
  InPlaceChoice choice = skylake_x_in_place;
  // Z4-042.
  choice.large_c.near_bytes = 5 << 20;
  // A large C takes strips only where its columns are short (Z4-037, Z4-040).
  choice.strips = {.most_bytes_of_c = 1 << 20, .most_bytes_of_column = 4 << 10};
  // Z4-043.
  choice.least_tall_bytes = 320;
  // B in place (Z4-044).
  choice.split_k_block_bytes = 64 << 10;
  choice.split_k_copies_b = false;
  return choice;
}

/// Fitted to 940 shapes; an FMA takes a cycle, not half of one (Z4-008).
inline constexpr SkinnyCycles zen4_cycles{.narrow = 1,
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
                                          .transpose = 0.44,
                                          .strip = 30,
                                          .tall_vector = 2.6,
                                          .tall_add = 0.81};

constexpr Microarch zen4_microarch() {
  Microarch microarch = skylake_x_microarch();
  microarch.name = "zen4";
  microarch.title = "Zen 4, Zen 5";
  // Blocks are those of the other kernels of AVX-512, so that the bits of packed products are the same.
  constexpr const char* by_columns[] = {"avx512-s48x8-by-columns", "avx512-d24x8-by-columns",
                                        "avx512-c24x4-by-columns", "avx512-z12x4-by-columns"};
  for (int type = 0; type < 4; ++type) microarch.kernels[type].name = by_columns[type];
  microarch.in_place = zen4_in_place();
  microarch.cycles = zen4_cycles;
  // A page is 21 tiles of 24 rows and 8 more: it gives less than it costs (Z4-032).
  microarch.ends_blocks_with_pages = false;
  // All products gain where lines would come from the other core (Z4-058).
  microarch.blocks_lie_side_by_side = true;
  // No slower without (Z4-026).
  microarch.prefetches_next_block = false;
  // Z4-048.
  microarch.long_column_bytes = 16 << 10;
  // It loses where the matrix is in L3 (Z4-049, Z4-051).
  microarch.streams_from_bytes = Index{16} << 20;
  return microarch;
}

}  // namespace numapack::microarchs
