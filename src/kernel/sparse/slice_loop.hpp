// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Slices of a sparse matrix times a vector (internal linkage, see tile.hpp).

#include "kernel/sparse/row_loop.hpp"
#include "kernel/sparse/slice_columns.hpp"

namespace numapack {
namespace {

template <class T>
class SliceLoop {
 public:
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  static constexpr int parts = Parts<T>::count, lanes = Reals<R>::lanes, vectors = 64 / vector_bytes;

  explicit SliceLoop(const SliceProduct<T>& product)
      : p_(product),
        finish_(product.alpha, product.beta, product.sums_only),
        values_(reals_of(product.values)),
        indices_(product.indices) {}

  void work() {
    for (Index i = 0; i < p_.count; ++i) {
      const Slice& slice = p_.slices[i];
      const std::uint8_t* const rows = indices_;
      if (!slice.in_order) indices_ += 2 * slice.lanes;
      switch (slice.columns) {
        case SliceColumns::side_by_side:
          add<SideBySide<T>>(slice, rows);
          break;
        case SliceColumns::near:
          add<NearColumns<T>>(slice, rows);
          break;
        case SliceColumns::far:
          add<FarColumns<T>>(slice, rows);
          break;
      }
    }
  }

 private:
  template <class Columns>
  [[gnu::always_inline]] void add(const Slice& slice, const std::uint8_t* rows) {
    const R* const x = reals_of(p_.x) + Index{slice.base} * parts;
    const std::uint8_t* const lanes_of_steps = indices_;
    const int steps = slice.steps, whole = slice.whole;
    const std::uint8_t* columns = indices_ + (steps - whole);
    const R* values = values_;
    V sums[vectors] = {};
    for (int step = 0; step < whole; ++step) {
      for (int k = 0; k < vectors; ++k)
        add_vectors(load(values + k * lanes), Columns::gather(columns, k, x), sums[k]);
      values += vectors * lanes;
      columns += Columns::bytes(slice_rows<T>);
    }
    if (whole < steps) add_rest<Columns>(lanes_of_steps, steps - whole, x, values, columns, sums);
    values_ = values, indices_ = columns;
    finish(slice, rows, sums);
  }

  /// Steps that not all lanes have.
  template <class Columns>
  [[gnu::always_inline]] static void add_rest(const std::uint8_t* lanes_of_steps, int steps, const R* x,
                                              const R*& values, const std::uint8_t*& columns,
                                              V (&sums)[vectors]) {
    if constexpr (Columns::has_masks) {
      for (int step = 0; step < steps; ++step) {
        const int count = lanes_of_steps[step];
        Columns::add_first(values, columns, count, x, sums[0]);
        values += count * parts;
        columns += Columns::bytes(count);
      }
    } else {
      R one[vectors * lanes];
      for (int k = 0; k < vectors; ++k) store(one + k * lanes, sums[k]);
      for (int step = 0; step < steps; ++step) {
        const int count = lanes_of_steps[step];
        for (int lane = 0; lane < count; ++lane)
          add_element<T>(values + lane * parts, x + Columns::at(columns, lane) * parts, one + lane * parts);
        values += count * parts;
        columns += Columns::bytes(count);
      }
      for (int k = 0; k < vectors; ++k) sums[k] = load(one + k * lanes);
    }
  }

  [[gnu::always_inline]] static void add_vectors(V value, V x, V& sum) {
    if constexpr (parts == 1) {
      sum = multiply_add_vectors<R>(value, x, sum);
    } else {
      sum = multiply_add_vectors<R>(shuffle<lanes>(value, value, [](int i) { return i & ~1; }), x, sum);
      const V im = shuffle<lanes>(value, value, [](int i) { return i | 1; });
      sum = multiply_add_vectors<R>(im * minus_plus<R>(), swap_parts<R>(x), sum);
    }
  }

  [[gnu::always_inline]] void finish(const Slice& slice, const std::uint8_t* rows,
                                     const V (&sums)[vectors]) const {
    R* const y = reals_of(p_.y) + slice.first * parts;
    if constexpr (parts == 1) {
      if (slice.in_order && slice.lanes == slice_rows<T>) {
        for (int k = 0; k < vectors; ++k) finish_.vector(sums[k], y + k * lanes);
        return;
      }
    }
    alignas(64) R one[vectors * lanes];
    for (int k = 0; k < vectors; ++k) store(one + k * lanes, sums[k]);
    for (int lane = 0; lane < slice.lanes; ++lane)
      finish_.one(one + lane * parts,
                  y + (slice.in_order ? Index{lane} : Index{index_at<std::uint16_t>(rows, lane)}) * parts);
  }

  const SliceProduct<T>& p_;
  const SparseFinish<T> finish_;
  const R* values_;
  const std::uint8_t* indices_;
};

template <class T>
void multiply_slices(const SliceProduct<T>& product) {
  SliceLoop<T>(product).work();
}

}  // namespace
}  // namespace numapack
