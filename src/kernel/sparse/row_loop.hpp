// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Sums of sparse rows one element after the other (internal linkage, see tile.hpp).

#include "kernel/sparse/sparse_kernel.hpp"
#include "kernel/tile/register_loop.hpp"
#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// An element's reals. What std::complex has of its own is a shared inline function.
template <class T>
inline const typename Parts<T>::Real* reals_of(const T* element) {
  return reinterpret_cast<const typename Parts<T>::Real*>(element);
}
template <class T>
inline typename Parts<T>::Real* reals_of(T* element) {
  return reinterpret_cast<typename Parts<T>::Real*>(element);
}

/// sum += value * x.
template <class T>
[[gnu::always_inline]] inline void add_element(const typename Parts<T>::Real* value,
                                               const typename Parts<T>::Real* x,
                                               typename Parts<T>::Real* sum) {
  using R = typename Parts<T>::Real;
  sum[0] = multiply_add<R>(value[0], x[0], sum[0]);
  if constexpr (Parts<T>::count == 2) {
    sum[1] = multiply_add<R>(value[0], x[1], sum[1]);
    sum[0] = multiply_add<R>(-value[1], x[1], sum[0]);
    sum[1] = multiply_add<R>(value[1], x[0], sum[1]);
  }
}

/// What becomes of y. Rounded the same for one element as for a vector of them.
template <class T>
class SparseFinish {
 public:
  using R = typename Parts<T>::Real;
  static constexpr int parts = Parts<T>::count;

  SparseFinish(const T& alpha, const T& beta, bool sums_only)
      : alpha_(reals_of(&alpha)),
        beta_(reals_of(&beta)),
        sums_only_(sums_only),
        reads_y_(beta_[0] != 0 || beta_[parts - 1] != 0) {}

  [[gnu::always_inline]] void one(const R* sum, R* y) const {
    R result[parts];
    if (sums_only_) {
      for (int i = 0; i < parts; ++i) y[i] = sum[i];
      return;
    }
    scale(alpha_, sum, result);
    if (reads_y_) {
      R old[parts];
      scale(beta_, y, old);
      for (int i = 0; i < parts; ++i) result[i] += old[i];
    }
    for (int i = 0; i < parts; ++i) y[i] = result[i];
  }

  /// Of a real type.
  [[gnu::always_inline]] void vector(typename Reals<R>::V sums, R* y) const {
    static_assert(parts == 1);
    if (sums_only_) return store(y, sums);
    const typename Reals<R>::V result = sums * alpha_[0];
    store(y, reads_y_ ? result + load(y) * beta_[0] : result);
  }

 private:
  static void scale(const R* by, const R* from, R* to) {
    if constexpr (parts == 1) {
      to[0] = by[0] * from[0];
    } else {
      to[0] = by[0] * from[0] - by[1] * from[1];
      to[1] = by[0] * from[1] + by[1] * from[0];
    }
  }

  const R *const alpha_, *const beta_;
  const bool sums_only_, reads_y_;
};

template <class T>
void finish_pieces(const PieceSums<T>& p) {
  using R = typename Parts<T>::Real;
  constexpr int parts = Parts<T>::count;
  const R* const sums = reals_of(p.sums);
  R sum[parts];
  for (int i = 0; i < parts; ++i) sum[i] = sums[i];
  for (Index piece = 1; piece < p.pieces; ++piece)
    for (int i = 0; i < parts; ++i) sum[i] += sums[piece * parts + i];
  SparseFinish<T>(p.alpha, p.beta, false).one(sum, reals_of(p.y));
}

template <class T, class I>
void multiply_rows(const RowProduct<T, I>& p) {
  using R = typename Parts<T>::Real;
  constexpr int parts = Parts<T>::count;
  const SparseFinish<T> finish(p.alpha, p.beta, false);
  const R *const values = reals_of(p.values), *const x = reals_of(p.x);
  for (Index row = p.begin; row < p.end; ++row) {
    R sum[parts] = {};
    const Index begin = p.starts[row], end = p.starts[row + 1];
    for (Index piece = begin; piece < end; piece += piece_elements) {
      R of_piece[parts] = {};
      const Index stop = end - piece < piece_elements ? end : piece + piece_elements;
      for (Index i = piece; i < stop; ++i)
        add_element<T>(values + i * parts, x + static_cast<Index>(p.columns[i]) * parts, of_piece);
      for (int i = 0; i < parts; ++i) sum[i] = piece == begin ? of_piece[i] : sum[i] + of_piece[i];
    }
    finish.one(sum, reals_of(p.y) + row * parts);
  }
}

}  // namespace
}  // namespace numapack
