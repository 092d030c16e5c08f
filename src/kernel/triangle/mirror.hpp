// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Columns of a symmetric matrix times a vector. By the instruction set of the source that includes this (see
// factor.hpp).

#include "kernel/triangle/factor_kernel.hpp"
#include "kernel/triangle/reflect.hpp"
#include "kernel/vectors.hpp"

namespace numapack {
namespace {

template <class T, int Columns>
class Mirror {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  static constexpr int lanes = Reals<R>::lanes, parts = Parts<T>::count;

 public:
  explicit Mirror(const MirrorPass<T>& pass) : stride_(pass.leading * parts) {
    const V signs = pass.conjugate_rows && parts == 2 ? -minus_plus<R>() : V{} + R{1};
    const V crossed_signs = pass.conjugate_rows && parts == 2 ? -signs : V{} + R{1};
    for (int c = 0; c < Columns; ++c) {
      const Multiplier<T> factor(pass.factors[c]);
      // conj(a) s = a (s.same +-) + swapped(a) (s.crossed -+).
      same_[c] = factor.same * signs;
      crossed_[c] = factor.crossed * crossed_signs;
    }
  }

  void rows(const MirrorPass<T>& pass) {
    const R *const a = reinterpret_cast<const R*>(pass.a), *const x = reinterpret_cast<const R*>(pass.x);
    R* const y = reinterpret_cast<R*>(pass.y);
    const Index reals = pass.rows * parts;
    Index i = 0;
    for (; i + lanes <= reals; i += lanes) {
      V sum = load(y + i);
      const V of_x = load(x + i);
      for (int c = 0; c < Columns; ++c) add(c, load(a + c * stride_ + i), of_x, sum);
      store(y + i, sum);
    }
    if (i == reals) return;
    const int left = static_cast<int>(reals - i);
    V sum = load_first(y + i, left);
    const V of_x = load_first(x + i, left);
    for (int c = 0; c < Columns; ++c) add(c, load_first(a + c * stride_ + i, left), of_x, sum);
    store_first(y + i, sum, left);
  }

  void finish(const MirrorPass<T>& pass) const {
    for (int c = 0; c < Columns; ++c) {
      R* const to = reinterpret_cast<R*>(pass.dots + c);
      if constexpr (parts == 1) {
        to[0] = sum_of_lanes<R>(straight_[c]);
      } else if (pass.conjugate_columns) {
        to[0] = sum_of_lanes<R>(straight_[c]);
        to[1] = sum_of_lanes<R>(turned_[c] * minus_plus<R>());
      } else {
        to[0] = -sum_of_lanes<R>(straight_[c] * minus_plus<R>());
        to[1] = sum_of_lanes<R>(turned_[c]);
      }
    }
  }

 private:
  void add(int c, V a, V x, V& sum) {
    sum = multiply_add_vectors<R>(a, same_[c], sum);
    straight_[c] = multiply_add_vectors<R>(a, x, straight_[c]);
    if constexpr (parts == 2) {
      const V swapped = swap_parts<R>(a);
      sum = multiply_add_vectors<R>(swapped, crossed_[c], sum);
      turned_[c] = multiply_add_vectors<R>(swapped, x, turned_[c]);
    }
  }

  Index stride_;
  V same_[Columns], crossed_[Columns];
  V straight_[Columns]{}, turned_[Columns]{};  ///< a x, and with the parts of a exchanged
};

template <class T, int Columns>
inline void mirror_some(const MirrorPass<T>& pass) {
  Mirror<T, Columns> mirror(pass);
  mirror.rows(pass);
  mirror.finish(pass);
}

/// See FactorKernel.
template <class T>
void mirror(const MirrorPass<T>& pass) {
  if (pass.columns == MirrorPass<T>::most_columns) return mirror_some<T, MirrorPass<T>::most_columns>(pass);
  MirrorPass<T> one = pass;
  for (int c = 0; c < pass.columns; ++c) {
    one.a = pass.a + c * pass.leading;
    one.factors = pass.factors + c;
    one.dots = pass.dots + c;
    mirror_some<T, 1>(one);
  }
}

}  // namespace
}  // namespace numapack
