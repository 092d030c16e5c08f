#pragma once

#include "kernel/kernel.hpp"

namespace numapack {

/// Cycles that choose_thin() counts with, fitted to measurements of all ways to multiply random shapes.
struct ThinCycles {
  double narrow;                        ///< how much longer an FMA of narrower vectors takes by rows
  double near_add, near_tile;           ///< by rows, straight into C: a vector's FMA, a tile
  double multiply_add, tile;            ///< the same where sums are kept between passes over L
  double wide_multiply_add, wide_tile;  ///< with eight columns at a time (AVX-512)
  double step, gather, scatter;         ///< a tile's step of K; a real of L or of C that lies across
  double dot, adding_lanes, copy;       ///< by depth: a vector's FMA, the end of a sum; a real of S
  double pack_a, pack_b, packed_add;    ///< a real, a real, a vector's FMA
  double packed_tile, packing;          ///< the end of a tile, a product
  double latency, in_place_tile, turn;  ///< of an FMA; the end of an in-place tile; a real of a strip
  double strip;                         ///< its end
  double tall_vector, tall_add;         ///< in slabs: a vector of A, an FMA
};

/// Fitted to 500 random shapes of all types, of which packed panels, the in-place loops and the four thin
/// ways were measured on Cascade Lake (AVX-512) (CL-167). `gather` is 1 since squares are transposed in
/// registers (CL-146).
inline constexpr ThinCycles cascade_lake_cycles{
    .narrow = 1.3,
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
    .tall_add = 0.62,
};

/// The same of 940 shapes on Zen 4, AVX-512, whose FMAs take a cycle each, not half of one: by the figures
/// above, what is chosen there is not the fastest way often enough (Z4-008).
inline constexpr ThinCycles zen4_cycles{
    .narrow = 1.3,
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
    .tall_add = 0.81,
};

constexpr const ThinCycles& thin_cycles_of(const KernelShape& kernel) {
  return kernel.is_avx512_of_amd() ? zen4_cycles : cascade_lake_cycles;
}

}  // namespace numapack
