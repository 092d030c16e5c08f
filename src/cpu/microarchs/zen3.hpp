// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarchs/skylake_x.hpp"

// Zen 3: two FMA units of 32 bytes, 512 KiB L2, up to 32 MiB L3 a complex. Measured on a virtual machine of
// two cores.
namespace numapack::microarchs {

inline constexpr MicroarchKernel avx2_kernels[4] = {
    // As many bytes as d (Z3-067).
    {"avx2-s16x6", {96, 512, 8160}},
    // Of 512 KiB of L2 (Z3-066).
    {"avx2-d8x6", {64, 384, 4080}},
    // As many bytes as s (Z3-067).
    {"avx2-c8x3", {48, 512, 4080}},
    // As many bytes as d (Z3-067).
    {"avx2-z4x3", {32, 384, 2040}}};

inline constexpr InPlaceChoice zen3_in_place{
    // Z3-001.
    .most_bytes = 512 << 10,
    .most_bytes_beside_cached_c = 512 << 10,
    // Z3-016.
    .most_flat_tiles = 30,
    .most_flat_bytes = 124 << 10,
    // All columns of a C that stays in L3 (Z3-010, Z3-011); some columns of a larger C, which is prefetched
    // (Z3-012, Z3-014).
    .large_c = {.near_bytes = 5 << 20,
                .least_bytes_of_column = 4 << 10,
                .most_columns = 252,
                .least_columns = 12,
                .columns_a_step = 3},
    // Shallow ones only where C is small: making the strip is lost in what a large C costs (Z3-007; tiny
    // ones: Z4-041).
    .strips = {.least_depth_of_tiny = 2, .least_depth_of_small = 4, .least_depth_of_large = 16},
    .tall_block_bytes = 8 << 10,
    .tall_blocks_together = 1,
    .tall_depth = 250,
    // By the first columns of B only (Z3-024, Z3-026).
    .prefetches_rows_below = true,
    // Six columns of B leave room in a set of L1 (Z3-017).
    .split_k_block_bytes = 64 << 10,
    .split_k_copies_b = false,
    // Z3-032.
    .most_tall_columns = {64, 24, 0},
    .most_tall_columns_z = {32, 24, 0},
    // Z3-027.
    .least_tall_columns = 5,
    // Z3-028.
    .least_tall_bytes = 320,
    // Z3-019.
    .takes_long_k = true,
    // Z3-037.
    .most_tall_columns_of_transposed_b = 12,
    .most_flat_rows_of_transposed_b = 16,
    .most_flat_bytes_of_transposed_b = 4 << 20,
    // Not by dot products or packing (Z3-039).
    .least_columns_of_transposed_a = 4,
    .most_columns_of_transposed_a = 24,
    // Z3-038.
    .most_bytes_of_skinny_transposed_b = 4 << 20};

/// Cascade Lake's, not fitted here; the skinny loops have no eight columns at a time.
constexpr SkinnyCycles zen3_cycles() {
  SkinnyCycles cycles = skylake_x_cycles;
  cycles.narrow = 1.3;
  cycles.wide_multiply_add = cycles.multiply_add;
  cycles.wide_tile = cycles.tile;
  return cycles;
}

constexpr Microarch zen3_microarch() {
  Microarch microarch = skylake_x_microarch();
  microarch.name = "zen3";
  microarch.title = "Zen 3";
  microarch.set = InstructionSet::avx2;
  for (int type = 0; type < 4; ++type) microarch.kernels[type] = avx2_kernels[type];
  microarch.in_place = zen3_in_place;
  microarch.cycles = zen3_cycles();
  // With more steps a kc block takes too much of L2 (Z3-051, Z3-053).
  microarch.most_steps_packing_ahead = 256;
  // Z3-058.
  microarch.packing_prefetches_all_lines = true;
  // Packing would wait for the tiles' prefetches; it is faster with its own (Z3-057).
  microarch.prefetches_next_block = false;
  // Z3-063.
  microarch.long_column_bytes = 0;
  // Measured on Zen 4 with these kernels (Z4-049, Z4-051).
  microarch.streams_from_bytes = Index{16} << 20;
  return microarch;
}

}  // namespace numapack::microarchs
