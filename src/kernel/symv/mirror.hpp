// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Columns of a matrix of which one triangle is stored times a vector. By the instruction set of the source
// that includes this (see kernel/triangle/factor.hpp).

#include "kernel/fold_lanes.hpp"
#include "kernel/symv/passes.hpp"

namespace numapack {
namespace {

/// So many columns, from `first` on. Vectors lie along the rows; those that meet the square on the diagonal
/// are cut off where it is.
template <class T, int Columns, TriangleUse Use>
class Mirror {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  using I = typename Reals<R>::I;
  using Integer = typename Reals<R>::Integer;
  static constexpr int lanes = Reals<R>::lanes, parts = Parts<T>::count;
  static constexpr bool for_rows = Use != TriangleUse::columns, for_columns = Use != TriangleUse::rows;

 public:
  Mirror(const MirrorPass<T>& pass, Index first)
      : p_(pass),
        first_(first * parts),
        end_(pass.n * parts),
        stride_(pass.leading * parts),
        a_(reinterpret_cast<const R*>(pass.a + first * pass.leading)),
        x_(reinterpret_cast<const R*>(pass.x)),
        y_(reinterpret_cast<R*>(pass.y)) {
    if constexpr (for_rows)
      set_factors(Use == TriangleUse::both ? pass.hermitian && pass.conjugate : pass.conjugate);
  }

  void work() {
    constexpr Index square = Columns * parts;
    if (p_.lower) {
      const Index behind = first_ + (square + lanes - 1) / lanes * lanes;
      for (Index i = first_; i < behind && i < end_; i += lanes) meet_square(i, end_);
      whole_rows(behind, end_);
    } else {
      const Index whole = first_ / lanes * lanes;
      whole_rows(0, whole);
      for (Index i = whole; i < first_ + square; i += lanes) meet_square(i, first_ + square);
    }
    if constexpr (for_columns) finish();
  }

 private:
  /// Alpha times the columns' x, by which they are multiplied for their rows.
  void set_factors(bool conjugate) {
    const V signs = conjugate && parts == 2 ? -minus_plus<R>() : V{} + R{1};
    const V crossed_signs = conjugate && parts == 2 ? -signs : V{} + R{1};
    const Multiplier<T> alpha(p_.alpha);
#pragma GCC unroll 8
    for (int c = 0; c < Columns; ++c) {
      const V of_x = element(first_ + c * parts), factor = alpha.times(of_x);
      // conj(a) s = a (s.same +-) + swapped(a) (s.crossed -+).
      same_[c] = broadcast(factor[0]) * signs;
      if constexpr (parts == 2) crossed_[c] = broadcast(factor[1]) * minus_plus<R>() * crossed_signs;
    }
  }

  /// Re and im of one element, in the first lanes.
  V element(Index i) const {
    V value{};
    for (int part = 0; part < parts; ++part) value[part] = x_[i + part];
    return value;
  }

  void whole_rows(Index from, Index to) {
    Index i = from;
    for (; i + lanes <= to; i += lanes) {
      V sum = for_rows ? load(y_ + i) : V{};
      const V of_x = load(x_ + i), swapped_x = parts == 2 ? swap_parts<R>(of_x) : of_x;
#pragma GCC unroll 8
      for (int c = 0; c < Columns; ++c) add(c, load(a_ + c * stride_ + i), of_x, swapped_x, sum);
      if constexpr (for_rows) store(y_ + i, sum);
    }
    if (i >= to) return;
    const int left = static_cast<int>(to - i);
    V sum = for_rows ? load_first(y_ + i, left) : V{};
    const V of_x = load_first(x_ + i, left), swapped_x = parts == 2 ? swap_parts<R>(of_x) : of_x;
#pragma GCC unroll 8
    for (int c = 0; c < Columns; ++c) add(c, load_first(a_ + c * stride_ + i, left), of_x, swapped_x, sum);
    if constexpr (for_rows) store_first(y_ + i, sum, left);
  }

  /// Rows some of which are of the square. Other lanes are left as they are, for 0 times infinity is no
  /// number.
  void meet_square(Index i, Index to) {
    const int left = static_cast<int>(to - i < lanes ? to - i : lanes);
    V sum = for_rows ? load_first(y_ + i, left) : V{};
    const V of_x = load_first(x_ + i, left), swapped_x = parts == 2 ? swap_parts<R>(of_x) : of_x;
    I lane{};
    for (int l = 0; l < lanes; ++l) lane[l] = static_cast<Integer>(l);
#pragma GCC unroll 8
    for (int c = 0; c < Columns; ++c) {
      V value = load_first(a_ + c * stride_ + i, left);
      const auto diagonal = static_cast<Integer>(first_ + c * parts - i);
      const I strictly = p_.lower ? lane >= diagonal + parts : lane < diagonal;
      const I with_diagonal = p_.lower ? lane >= diagonal : lane < diagonal + parts;
      if (parts == 2 && p_.hermitian) value = lane == diagonal + 1 ? V{} : value;
      const V sum_before = sum, straight = straight_[c], swapped = swapped_[c];
      add(c, value, of_x, swapped_x, sum);
      // An element of the diagonal is used once.
      const I for_row = p_.strict ? strictly : with_diagonal;
      const I for_column = Use == TriangleUse::both || p_.strict ? strictly : with_diagonal;
      if constexpr (for_rows) sum = for_row ? sum : sum_before;
      if constexpr (for_columns) {
        straight_[c] = for_column ? straight_[c] : straight;
        if constexpr (parts == 2) swapped_[c] = for_column ? swapped_[c] : swapped;
      }
    }
    if constexpr (for_rows) store_first(y_ + i, sum, left);
  }

  [[gnu::always_inline]] void add(int c, V value, V x, V swapped_x, V& sum) {
    if constexpr (for_rows) {
      sum = multiply_add_vectors<R>(value, same_[c], sum);
      if constexpr (parts == 2) sum = multiply_add_vectors<R>(swap_parts<R>(value), crossed_[c], sum);
    }
    if constexpr (for_columns) {
      straight_[c] = multiply_add_vectors<R>(value, x, straight_[c]);
      if constexpr (parts == 2) swapped_[c] = multiply_add_vectors<R>(value, swapped_x, swapped_[c]);
    }
  }

  /// What the columns give for the rows that mirror them, or for those of the transpose.
  void finish() {
    fold_lanes<R, parts, lanes, Columns>(straight_);
    if constexpr (parts == 2) fold_lanes<R, parts, lanes, Columns>(swapped_);
    constexpr int all = Columns * parts, each = all < lanes ? all : lanes;
    const bool conjugate = Use == TriangleUse::both ? p_.hermitian && !p_.conjugate : p_.conjugate;
    const Multiplier<T> alpha(p_.alpha);
    R* const y = y_ + first_;
#pragma GCC unroll 8
    for (int v = 0; v * each < all; ++v) {
      const V dots = whole_products<T>(straight_[v], swapped_[v], conjugate);
      store_first(y + v * each, load_first(y + v * each, each) + alpha.times(dots), each);
    }
  }

  const MirrorPass<T>& p_;
  const Index first_, end_, stride_;  ///< in reals
  const R *const a_, *const x_;
  R* const y_;
  V same_[Columns], crossed_[Columns];
  V straight_[Columns]{}, swapped_[Columns]{};  ///< a x, and with the parts of x exchanged
};

template <class T, TriangleUse Use>
void mirror_for(const MirrorPass<T>& pass) {
  constexpr int most = (vector_registers == 32 ? 8 : 4) / Parts<T>::count;
  Index j = pass.begin;
  for (; j + most <= pass.end; j += most) Mirror<T, most, Use>(pass, j).work();
  if constexpr (most > 2)
    for (; j + most / 2 <= pass.end; j += most / 2) Mirror<T, most / 2, Use>(pass, j).work();
  for (; j < pass.end; ++j) Mirror<T, 1, Use>(pass, j).work();
}

/// See FactorKernel.
template <class T>
void mirror(const MirrorPass<T>& pass) {
  if (pass.use == TriangleUse::both) return mirror_for<T, TriangleUse::both>(pass);
  pass.use == TriangleUse::rows ? mirror_for<T, TriangleUse::rows>(pass)
                                : mirror_for<T, TriangleUse::columns>(pass);
}

}  // namespace
}  // namespace numapack
