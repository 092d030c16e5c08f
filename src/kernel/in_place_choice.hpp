// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "kernel/kernel.hpp"

namespace numapack {

// The limits of in-place multiplication that so far are the same on all CPUs; the rest is the
// microarchitecture's (cpu/in_place_choice.hpp).

constexpr const InPlaceChoice& in_place_choice(const KernelShape& kernel) {
  return kernel.microarch->in_place;
}

/// No kernel with an in-place loop has a lower kc unless the caller passes it: looking it up takes 160
/// cycles.
inline constexpr Index least_kc_in_place = 384;

/// In-place loops copy what rows of A a tile has into strips where A is transposed or conjugated or its
/// columns share sets of L1: those of kernels that turn A; where they share none, a copy gains nothing
/// (Z3-003, Z3-004). The most steps, of so many bytes each: a strip lies in scratch memory of the
/// thread.
constexpr Index most_strip_depth(Index step_bytes) { return step_bytes <= 64 ? 512 : 256; }
constexpr Index most_strip_depth(const KernelShape& kernel) {
  return most_strip_depth(kernel.mr * static_cast<Index>(bytes_of(kernel.type)));
}

/// True if a transposed or conjugated A goes by strips: shallow ones only where C is small (StripLimits).
constexpr bool may_have_strips(const KernelShape& kernel, std::size_t column_of_c, std::size_t c, Index k) {
  constexpr std::size_t tiny = 16 << 10, small = 128 << 10;
  if (k > most_strip_depth(kernel)) return false;
  const StripLimits& limits = in_place_choice(kernel).strips;
  if (c <= small) return k >= (c <= tiny ? limits.least_depth_of_tiny : limits.least_depth_of_small);
  return k >= limits.least_depth_of_large && c <= limits.most_bytes_of_c &&
         column_of_c <= limits.most_bytes_of_column;
}

/// The least steps of K that make a product tall.
inline constexpr Index least_tall_depth = 40;

/// Columns up to which such a product prefetches twice as much at a time: more columns have time to prefetch
/// all (CL-156).
inline constexpr Index most_hasty_columns = 24;

}  // namespace numapack
