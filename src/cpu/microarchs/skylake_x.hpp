// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cpu/microarch.hpp"

// Skylake-X, Skylake-SP and Cascade Lake: two FMA units of 64 bytes, 1 MiB L2. The microarchitecture that
// others are composed from. Measured on Cascade Lake, a virtual machine of two cores.
namespace numapack::microarchs {

inline constexpr MicroarchKernel avx512_kernels[4] = {
    // Blocks of as many bytes as d's (CL-077).
    {"avx512-s48x8", {288, 512, 16384}},
    // A block of A takes half of L2; A is packed once a kc block, and B comes from memory whatever nc is
    // (CL-074, CL-076, CL-081).
    {"avx512-d24x8", {192, 384, 8192}},
    // As s (CL-078).
    {"avx512-c24x4", {144, 512, 8192}},
    // As many bytes as d.
    {"avx512-z12x4", {96, 384, 4096}}};

inline constexpr InPlaceChoice skylake_x_in_place{
    // Packing is a large share of a small product (CL-106, CL-116).
    .most_bytes = 640 << 10,
    .most_bytes_beside_cached_c = 640 << 10,
    // A higher or deeper A reads packed panels often enough to pay for them (CL-124).
    .most_flat_tiles = 10,
    .most_flat_bytes = 288 << 10,
    .large_c = {},
    .strips = {},
    // A tile's rows are to stay in L1 (CL-153, CL-154).
    .tall_block_bytes = 768,
    .tall_blocks_together = 8,
    .tall_depth = 80,
    .prefetches_rows_below = false,
    .split_k_block_bytes = 0,
    .split_k_copies_b = true,
    // With more, packed panels are used often enough, and with columns of A that share few sets of L1 much
    // sooner (CL-161).
    .most_tall_columns = {64, 48, 20},
    .most_tall_columns_z = {32, 24, 10},
    .least_tall_columns = 9,
    .least_tall_bytes = 768,
    .takes_long_k = false,
    .most_tall_columns_of_transposed_b = 0,
    .most_flat_rows_of_transposed_b = 0,
    .most_flat_bytes_of_transposed_b = 0,
    .least_columns_of_transposed_a = 0,
    .most_columns_of_transposed_a = 0,
    .most_bytes_of_skinny_transposed_b = never_so_many};

/// Fitted to 500 random shapes of all types, of which packed panels, the in-place loops and the four skinny
/// algorithms were measured (CL-167). `gather` is 1 since squares are transposed in registers (CL-146).
inline constexpr SkinnyCycles skylake_x_cycles{.narrow = 1,
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
                                               .transpose = 1,
                                               .strip = 0,
                                               .tall_vector = 6,
                                               .tall_add = 0.62};

constexpr Microarch skylake_x_microarch() {
  Microarch microarch{};
  microarch.name = "skylake-x";
  microarch.title = "Skylake-X, Cascade Lake";
  microarch.architecture = "x86_64";
  microarch.set = InstructionSet::avx512;
  microarch.measured = true;
  for (int type = 0; type < 4; ++type) microarch.kernels[type] = avx512_kernels[type];
  microarch.in_place = skylake_x_in_place;
  microarch.cycles = skylake_x_cycles;
  // So that fewer pages are met (CL-184).
  microarch.ends_blocks_with_pages = true;
  microarch.blocks_lie_side_by_side = false;  // squares gain nothing (CL-183)
  microarch.most_steps_packing_ahead = never_so_many;
  microarch.packing_prefetches_all_lines = false;  // the processor follows by itself (CL-180)
  microarch.prefetches_next_block = true;          // CL-032
  microarch.long_column_bytes = never_so_many;
  microarch.streams_from_bytes = never_so_many;
  return microarch;
}

}  // namespace numapack::microarchs
