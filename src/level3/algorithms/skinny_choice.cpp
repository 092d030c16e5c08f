// SPDX-License-Identifier: BSD-3-Clause
#include "level3/algorithms/skinny_choice.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/integer.hpp"
#include "kernel/choices.hpp"
#include "kernel/skinny_cycles.hpp"
#include "level3/call/split_k.hpp"

namespace numapack {
namespace {

/// Columns up to which nothing of a tall product is packed, see InPlaceChoice.
Index most_tall_columns(const Call& call, const KernelShape& kernel) {
  const InPlaceChoice& choice = in_place_choice(kernel);
  const ColumnStep step = call.step_of_a();
  const TallColumns most = call.type == Type::z ? choice.most_tall_columns_z : choice.most_tall_columns;
  return step == ColumnStep::whole_lines ? most.in_lines
         : step == ColumnStep::other     ? most.spread
                                         : most.in_sets;
}

constexpr double never = std::numeric_limits<double>::infinity();

/// A shape as the kernels' real loops see it. Cycles of one core, all operands in its caches.
class Estimates {
 public:
  Estimates(const Call& call, const KernelShape& kernel)
      : call_(call),
        kernel_(kernel),
        cycles_(skinny_cycles_of(kernel)),
        parts_(is_complex(call.type) ? 2 : 1),
        lanes_(vector_bytes(kernel.set) / Index(call_.element_bytes() / std::size_t(parts_))),
        shift_(std::countr_zero(std::uint64_t(lanes_))) {}

  /// L's rows in vectors; S's elements in every lane.
  double by_rows(Index rows, Index few, bool gathers, bool scatters) const {
    const Index k = call_.k, columns = few * parts_, vectors = in_vectors(rows * parts_);
    const Index strips = columns > 2    ? (vectors + 2) / 3
                         : columns == 2 ? (vectors + 3) / 4
                                        : (vectors + 7) / 8;
    const auto tiles = double(strips * ((columns + 3) / 4));
    constexpr Index together = 16;  // in one pass over L
    const bool wide = columns > 4 && columns <= together;
    const double passing = wide ? cycles_.wide_multiply_add : cycles_.multiply_add;
    const bool near = !scatters && (gathers ? k <= skinny_gathered_depth : stays_near(rows));
    const double sums =
        double(vectors * columns) * double(k) * cycles_.narrow * (near ? cycles_.near_add : passing);
    const double waiting = double(k) * tiles * cycles_.step;  // few sums wait for each other
    const double tile = near ? cycles_.near_tile : wide ? cycles_.wide_tile : cycles_.tile;
    return std::max(sums, waiting) + tiles * tile + (gathers ? gathering(rows, k) : 0) +
           (scatters ? scattering(rows, few) : 0);
  }

  /// True if A's vectors would meet columns of a transposed B, each line of which serves several, across more
  /// than the caches next to the core hold.
  bool passes_by_rows_of_b() const {
    const Index most = in_place_choice(kernel_).most_bytes_of_skinny_transposed_b;
    return transposes(call_.b.op) && call_.n * call_.k * Index(call_.element_bytes()) > most;
  }

  /// K in vectors, in pieces of which the skinny operand's stay in L1 or near it.
  double by_depth(Index rows, Index few, bool copies, bool scatters) const {
    constexpr Index kept_vectors = 768, most_columns = 16;
    const Index columns = few * parts_, dots = (rows + 3) / 4 * 4 * columns;
    const Index vectors = in_vectors(call_.k * parts_);
    const auto pieces = double((vectors * std::min(columns, most_columns) + kept_vectors - 1) / kept_vectors);
    return double(dots) * (double(vectors) * cycles_.dot + pieces * cycles_.adding_lanes) +
           (copies ? double(few * call_.k * parts_) * cycles_.copy : 0) +
           (scatters ? scattering(rows, few) : 0);
  }

  /// Everything packed.
  double packed() const {
    const Index m = call_.m, n = call_.n, k = call_.k;
    const Index tiles = divide_up(m, kernel_.mr) * divide_up(n, kernel_.nr);
    const double adds = double(kernel_.mr * kernel_.nr * parts_ * parts_) / double(lanes_);
    return double(parts_ * k) * (double(m) * cycles_.pack_a + double(n) * cycles_.pack_b) +
           double(tiles) * (double(k) * adds * cycles_.packed_add + cycles_.packed_tile) + cycles_.packing;
  }

  /// True if the kernel has a loop for operands that are near the core, gaps between columns aside: then
  /// packing is no choice, even where the gaps leave that loop out.
  bool near() const {
    const Index m = call_.m, n = call_.n, k = call_.k;
    const auto bytes = [&](Index elements) { return std::size_t(elements) * call_.element_bytes(); };
    return kernel_.in_place && bytes((m + n) * k) <= in_place_choice(kernel_).most_bytes &&
           (plain() || (kernel_.transposes_a && may_have_strips(kernel_, bytes(m), bytes(m * n), k)));
  }

  /// The kernel's own loop on operands in place, where they suit it: fits_in_place() (Z4-061).
  double in_place() const {
    const Index m = call_.m, k = call_.k;
    if (!near()) {
      if (goes_by_strips(call_, kernel_)) return 0;  // no other algorithm comes near
      if (!plain() || (k > least_kc_in_place && !goes_in_kc_blocks_if_flat())) return never;
    }
    if (plain()) return through_tiles();
    return through_tiles() + double(m * k * parts_) * cycles_.transpose +
           double(divide_up(m, Index{kernel_.mr})) * cycles_.strip;
  }

  /// The same loop where C is so small that K is cut into pieces; see SplitKRun.
  double by_split_k() const {
    const bool suits = plain() && !transposes(call_.b.op) && 2 * call_.m > kernel_.mr;
    if (!kernel_.in_place || !in_place_choice(kernel_).takes_long_k || !suits) return never;
    return cuts_k() ? through_tiles() : never;
  }

  /// The same loop, some steps of K and rows at a time; see multiply_tall(). No other algorithm to read a
  /// long A in columns comes near, where that one does not fit.
  double in_kc_blocks() const {
    const Index n = call_.n, k = call_.k;
    const InPlaceChoice& choice = in_place_choice(kernel_);
    const bool lie_well =
        plain() && (!transposes(call_.b.op) || n <= choice.most_tall_columns_of_transposed_b);
    const bool suits = n * parts_ >= choice.least_tall_columns && n <= most_tall_columns(call_, kernel_) &&
                       k >= least_tall_depth &&
                       call_.m * Index(call_.element_bytes()) >= choice.least_tall_bytes;
    if (!kernel_.in_place || !lie_well || !suits || cuts_k()) return never;
    return double(in_vectors(call_.m * parts_) * k) *
           (cycles_.tall_vector + double(n * parts_) * cycles_.tall_add);
  }

 private:
  bool plain() const { return is_plain(call_.type, call_.a.op); }

  /// True if a flat product of several kc blocks of K goes in place, kc block by kc block, before any other
  /// algorithm: where B is transposed, but where its columns meet three whole vectors of rows, or A more than
  /// stays near the core for dot products (Z3-020).
  bool goes_in_kc_blocks_if_flat() const {
    constexpr Index most_bytes_for_dots = 144 << 10, vectors_by_rows = 3;
    if (!in_place_choice(kernel_).takes_long_k || 2 * call_.m <= kernel_.mr || cuts_k()) return false;
    return transposes(call_.b.op) ? call_.m % (vectors_by_rows * lanes_) != 0
                                  : call_.m * call_.k * Index(call_.element_bytes()) > most_bytes_for_dots;
  }

  /// True if K is cut into pieces, with the kernel's own kc.
  bool cuts_k() const {
    return may_split_k(call_) && split_k(call_, choose_blocking(kernel_, {}, call_.k).kc) > 1;
  }

  /// The in-place loop on operands near the core.
  double through_tiles() const {
    const Index n = call_.n, vectors = in_vectors(call_.m * parts_);
    const auto tiles = double(divide_up(vectors, kernel_.mr * parts_ / lanes_) * divide_up(n, kernel_.nr));
    return std::max(double(call_.k * vectors * n * parts_) * cycles_.packed_add,
                    tiles * double(call_.k) * cycles_.latency) +
           tiles * cycles_.in_place_tile;
  }
  static Index vector_bytes(InstructionSet set) {
    return set == InstructionSet::avx512 ? 64 : set == InstructionSet::avx2 ? 32 : 16;
  }
  bool stays_near(Index rows) const {
    return call_.k <= most_shallow_skinny ||
           rows * call_.k * Index(call_.element_bytes()) <= most_near_skinny_bytes;
  }
  Index in_vectors(Index reals) const { return (reals + lanes_ - 1) >> shift_; }
  double gathering(Index rows, Index k) const {
    return double(rows * k * parts_) * cycles_.gather * (k <= skinny_gathered_depth ? 1 : 2);
  }
  double scattering(Index rows, Index few) const { return double(rows * few * parts_) * cycles_.scatter; }

  const Call& call_;
  const KernelShape& kernel_;
  const SkinnyCycles& cycles_;
  const Index parts_, lanes_;
  const int shift_;  ///< lanes is a power of two, and dividing takes longer than the rest
};

}  // namespace

SkinnyChoice choose_skinny(const Call& call, const KernelShape& kernel, bool fits_in_place) {
  const Index m = call.m, n = call.n, k = call.k;
  if (std::min({m, n, k}) > most_skinny) return {};
  const bool transposed_a = transposes(call.a.op), transposed_b = transposes(call.b.op);
  const Estimates estimates(call, kernel);
  const double in_place = fits_in_place ? estimates.in_place() : never;
  if (in_place < never && prefers_in_place(m, n, k, call.a.op, kernel)) return {};
  // In fixed order a skinny product sums as packed panels do.
  const bool fixed = in_fixed_order(kernel);
  if (fixed && k > choose_blocking(kernel, {}, k).kc) return {};
  const double in_kc_blocks = fixed || in_place < never ? never : estimates.in_kc_blocks();
  const double by_split_k = in_place < never ? never : estimates.by_split_k();

  SkinnyChoice best;
  double least = std::min(in_place, by_split_k);
  const auto consider = [&](double cycles, SkinnyOperand longer, SkinnyForm form) {
    if (cycles >= least) return;
    least = cycles;
    best = {longer, form};
  };
  if (!estimates.passes_by_rows_of_b())
    consider(estimates.by_rows(m, n, transposed_a, false), SkinnyOperand::a, SkinnyForm::by_rows);
  consider(estimates.by_rows(n, m, !transposed_b, true), SkinnyOperand::b, SkinnyForm::by_rows);
  const bool any_order = !fixed && k > most_steps_in_order;
  if (any_order && transposed_a)
    consider(estimates.by_depth(m, n, transposed_b, false), SkinnyOperand::a, SkinnyForm::by_depth);
  if (any_order && !transposed_b)
    consider(estimates.by_depth(n, m, !transposed_a, true), SkinnyOperand::b, SkinnyForm::by_depth);
  consider(in_kc_blocks, SkinnyOperand::a, SkinnyForm::in_kc_blocks);
  const bool packs = in_place == never && !estimates.near() && in_kc_blocks == never && by_split_k == never &&
                     least > skinny_cycles_of(kernel).packing && estimates.packed() <= least;
  return packs ? SkinnyChoice{} : best;
}

std::vector<SkinnyChoice> skinny_choices(const Call& call, const KernelShape& kernel) {
  if (std::min({call.m, call.n, call.k}) > most_skinny) return {};
  std::vector<SkinnyChoice> all{{SkinnyOperand::a, SkinnyForm::by_rows},
                                {SkinnyOperand::b, SkinnyForm::by_rows}};
  const bool any_order = call.k > most_steps_in_order;
  if (any_order && transposes(call.a.op)) all.push_back({SkinnyOperand::a, SkinnyForm::by_depth});
  if (any_order && !transposes(call.b.op)) all.push_back({SkinnyOperand::b, SkinnyForm::by_depth});
  if (kernel.in_place && is_plain(call.type, call.a.op) && call.k >= least_tall_depth)
    all.push_back({SkinnyOperand::a, SkinnyForm::in_kc_blocks});
  return all;
}

}  // namespace numapack
