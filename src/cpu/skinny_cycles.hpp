// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace numapack {

/// Cycles of one core that choose_skinny() counts with, fitted to measurements of all algorithms on random
/// shapes. Only their ratios matter. An algorithm whose cycles grow is chosen less often. "A vector" is one
/// of the skinny loops' (64 bytes with AVX-512, 32 with AVX2, else 16), "a real" a float or double.
struct SkinnyCycles {
  double narrow;                        ///< by rows: times so much longer than what follows
  double near_add, near_tile;           ///< by rows, straight into C: a vector's FMA, a tile
  double multiply_add, tile;            ///< the same where sums are kept between passes over L
  double wide_multiply_add, wide_tile;  ///< with eight columns at a time; loops without that have the same
  double step, gather, scatter;         ///< a tile's step of K; a real of L or of C that lies across
  double dot, adding_lanes, copy;       ///< by depth: a vector's FMA, the end of a sum; a real of S
  double pack_a, pack_b, packed_add;    ///< a real, a real, a vector's FMA
  double packed_tile, packing;          ///< the end of a tile, a product
  double latency, in_place_tile, transpose;  ///< of an FMA; the end of an in-place tile; a real of a strip
  double strip;                              ///< its end
  double tall_vector, tall_add;              ///< in kc blocks: a vector of A, an FMA
};

}  // namespace numapack
