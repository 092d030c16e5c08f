// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/argument_offsets.h"

#include <cstddef>

#include "kernel/in_place/in_place.hpp"
#include "kernel/tile/register_loop.hpp"

// What assembly reads by number is where the compiler puts it.
namespace numapack {
namespace {

template <class E>
constexpr Index number(E value) {
  return static_cast<Index>(value);
}

template <class R>
struct OfLoops {
  using Plain = LoopArguments<R>;
  using Packing = PackingArguments<R>;
  using Packer = PackAheadArguments<R>;
  static constexpr std::size_t packed = offsetof(Packer, packed);

  static_assert(offsetof(Plain, k) == LOOP_K && sizeof(Plain::k) == 8);
  static_assert(offsetof(Plain, a) == LOOP_A && LOOP_A == LOOP_K + 8, "read as a pair");
  static_assert(offsetof(Plain, b) == LOOP_B);
  static_assert(offsetof(Plain, c) == LOOP_C && LOOP_C == LOOP_B + 8, "read as a pair");
  static_assert(offsetof(Plain, ldc) == LOOP_LDC);
  static_assert(offsetof(Plain, alpha) == LOOP_ALPHA);
  static_assert(offsetof(Plain, ending) == LOOP_ENDING && sizeof(Plain::ending) == 8);
  static_assert(offsetof(Plain, ahead) == LOOP_AHEAD);
  static_assert(offsetof(Plain, target) == LOOP_TARGET);
  static_assert(offsetof(Plain, ldt) == LOOP_LDT);
  static_assert(offsetof(Plain, ahead_stride) == LOOP_AHEAD_STRIDE);

  static_assert(offsetof(Packing, tile) == 0 && offsetof(Packer, tile) == 0, "also read as LoopArguments");
  static_assert(offsetof(Packing, b_column) == PACKING_B_COLUMN);
  static_assert(offsetof(Packing, packed_b) == PACKING_PACKED_B);

  static_assert(packed + offsetof(PackedAhead, from) == PACK_AHEAD_FROM);
  static_assert(packed + offsetof(PackedAhead, leading) == PACK_AHEAD_LEADING);
  static_assert(packed + offsetof(PackedAhead, to) == PACK_AHEAD_TO);
  static_assert(packed + offsetof(PackedAhead, panel) == PACK_AHEAD_PANEL);
  static_assert(packed + offsetof(PackedAhead, lines) == PACK_AHEAD_LINES);
  static_assert(packed + offsetof(PackedAhead, left) == PACK_AHEAD_LEFT);
  static_assert(packed + offsetof(PackedAhead, count) == PACK_AHEAD_COUNT);
  static_assert(packed + offsetof(PackedAhead, prefetched) == PACK_AHEAD_PREFETCHED);
};

template <class R>
struct InPlaceOnes {
  using InPlace = InPlaceArguments<R>;

  static_assert(offsetof(InPlace, k) == IN_PLACE_K && sizeof(InPlace::k) == 8);
  static_assert(offsetof(InPlace, a) == IN_PLACE_A);
  static_assert(offsetof(InPlace, lda) == IN_PLACE_LDA);
  static_assert(offsetof(InPlace, b) == IN_PLACE_B);
  static_assert(offsetof(InPlace, b_step) == IN_PLACE_B_STEP);
  static_assert(offsetof(InPlace, b_column) == IN_PLACE_B_COLUMN);
  static_assert(offsetof(InPlace, c) == IN_PLACE_C);
  static_assert(offsetof(InPlace, ldc) == IN_PLACE_LDC);
  static_assert(offsetof(InPlace, alpha) == IN_PLACE_ALPHA);
  static_assert(offsetof(InPlace, beta) == IN_PLACE_BETA);
  static_assert(offsetof(InPlace, ending) == IN_PLACE_ENDING && sizeof(InPlace::ending) == 8);
  static_assert(offsetof(InPlace, vectors) == IN_PLACE_VECTORS);
  static_assert(offsetof(InPlace, columns) == IN_PLACE_COLUMNS);
  static_assert(offsetof(InPlace, last) == IN_PLACE_LAST);
  static_assert(offsetof(InPlace, groups) == IN_PLACE_GROUPS);
  static_assert(offsetof(InPlace, prefetched) == IN_PLACE_PREFETCHED);
  static_assert(offsetof(InPlace, prefetches) == IN_PLACE_PREFETCHES);
  static_assert(offsetof(InPlace, prefetches_twice) == IN_PLACE_PREFETCHES_TWICE);
  static_assert(offsetof(InPlace, last_at) == IN_PLACE_LAST_AT);
  static_assert(offsetof(InPlace, below) == IN_PLACE_BELOW);
};

template struct OfLoops<float>;
template struct OfLoops<double>;
template struct InPlaceOnes<float>;
template struct InPlaceOnes<double>;

static_assert(number(Ending::store) == ENDING_STORE);
static_assert(number(Ending::add) == ENDING_ADD);
static_assert(number(Ending::store_complex) == ENDING_STORE_COMPLEX);
static_assert(number(Ending::add_complex) == ENDING_ADD_COMPLEX);

static_assert(number(InPlaceEnding::scaled) == IN_PLACE_SCALED);
static_assert(number(InPlaceEnding::both_scaled) == IN_PLACE_BOTH_SCALED);
static_assert(number(InPlaceEnding::plain) == IN_PLACE_PLAIN);
static_assert(number(InPlaceEnding::added) == IN_PLACE_ADDED);

static_assert(BelowTile::rows_of_a == BELOW_ROWS_OF_A);
static_assert(BelowTile::part_of_c == BELOW_PART_OF_C);

}  // namespace
}  // namespace numapack
