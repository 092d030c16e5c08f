// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What becomes of a skinny product's sums (internal linkage, see tile.hpp).

#include "kernel/skinny/skinny_product.hpp"
#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// C = alpha sums + beta C, rounded as the tiles round it.
template <class T>
class SkinnyFinish {
 public:
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  static constexpr int parts = Parts<T>::count, lanes = Reals<R>::lanes;

  explicit SkinnyFinish(const SkinnyProduct<T>& p)
      : SkinnyFinish(p.alpha, p.beta, p.longer.conjugate, p.skinny.conjugate) {}
  SkinnyFinish(const T& alpha, const T& beta, bool conjugate_longer, bool conjugate_skinny)
      : by_alpha_(alpha),
        by_beta_(beta),
        scales_(!is(alpha, R{1})),
        reads_c_(!is(beta, R{0})),
        scales_c_(reads_c_ && !is(beta, R{1})),
        // re = re re - im im, im = im re + re im, where a conjugate changes the sign of its im.
        own_signs_(signs(false, conjugate_longer)),
        crossed_signs_(signs(conjugate_longer == conjugate_skinny, conjugate_skinny)) {}

  /// Elements from their real sums; complex: of L with re and with im of S.
  V product(V by_re, V by_im) const {
    if constexpr (parts == 1)
      return by_re;
    else
      return multiply_add_vectors<R>(swap_parts<R>(by_im), crossed_signs_, by_re * own_signs_);
  }
  V product(const R* sums, Index leading) const {
    if constexpr (parts == 1)
      return load(sums);
    else
      return product(load(sums), load(sums + leading));
  }

  /// What becomes of C; asked once for many vectors.
  enum class Mode { store, add, scale_c };

  /// Elements of C from old ones, which are not looked at where C is not read, and products.
  template <Mode mode>
  [[gnu::always_inline]] V value(V old, V product) const {
    if constexpr (mode == Mode::scale_c) old = by_beta_.times(old);
    if constexpr (parts == 1) {
      return mode == Mode::store ? by_alpha_.same * product
                                 : multiply_add_vectors<R>(by_alpha_.same, product, old);
    } else {
      const V added = scales_ ? by_alpha_.times(product) : product;
      return mode == Mode::store ? added : old + added;
    }
  }

  /// body.operator()<mode>() for the mode that it is.
  template <class Body>
  [[gnu::always_inline]] void by_mode(const Body& body) const {
    if (!reads_c_) return body.template operator()<Mode::store>();
    if (scales_c_) return body.template operator()<Mode::scale_c>();
    body.template operator()<Mode::add>();
  }

  /// The first `count` reals of such a vector.
  template <Mode mode>
  [[gnu::always_inline]] void vector(R* c, V product, int count) const {
    V old{};
    if (count == lanes) {
      if constexpr (mode != Mode::store) old = load(c);
      return store(c, value<mode>(old, product));
    }
    if constexpr (mode != Mode::store) old = load_first(c, count);
    store_first(c, value<mode>(old, product), count);
  }

 private:
  static bool is(const T& x, R value) {
    const R* const of = reinterpret_cast<const R*>(&x);
    return of[0] == value && (parts == 1 || of[parts - 1] == R{0});
  }
  /// +/- 1 for real and imaginary parts.
  static V signs(bool minus_re, bool minus_im) {
    V value{};
    for (int i = 0; i < lanes; ++i) value[i] = (i % 2 == 0 ? minus_re : minus_im) ? R{-1} : R{1};
    return value;
  }

  Multiplier<T> by_alpha_, by_beta_;
  bool scales_, reads_c_, scales_c_;
  V own_signs_, crossed_signs_;
};

/// Sums that go to C at once, in columns.
template <class T>
struct Final {
  static constexpr bool prefetches = false;  ///< see Strips
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  static constexpr int parts = Parts<T>::count;
  SkinnyFinish<T> finish;
  T* c;
  Index ldc;
  template <int Vectors, int Columns>
  [[gnu::always_inline]] void begin(Index, Index, V (&tile)[Columns][Vectors]) const {
#pragma GCC unroll 8
    for (int j = 0; j < Columns; ++j)
#pragma GCC unroll 8
      for (int v = 0; v < Vectors; ++v) tile[j][v] = V{};
  }
  template <int Vectors, int Columns>
  [[gnu::always_inline]] void end(Index row, Index column, int last,
                                  const V (&tile)[Columns][Vectors]) const {
    finish.by_mode([&]<typename SkinnyFinish<T>::Mode mode>()
                       __attribute__((always_inline)) { end_by<mode>(row, column, last, tile); });
  }

  template <typename SkinnyFinish<T>::Mode mode, int Vectors, int Columns>
  [[gnu::always_inline]] void end_by(Index row, Index column, int last,
                                     const V (&tile)[Columns][Vectors]) const {
    constexpr int lanes = Reals<R>::lanes;
    R* to = reinterpret_cast<R*>(c + column / parts * ldc) + row;
    if constexpr (Vectors == 1)
      if (last < lanes) return end_of_part<mode, Columns>(to, last, tile);
#pragma GCC unroll 8
    for (int j = 0; j < Columns; j += parts, to += parts * ldc) {
#pragma GCC unroll 8
      for (int v = 0; v < Vectors; ++v)
        finish.template vector<mode>(to + v * lanes, finish.product(tile[j][v], tile[j + parts - 1][v]),
                                     lanes);
    }
  }

  /// Parts of vectors in short columns, which lie in the same lines: all are loaded before one is stored,
  /// because a load waits for masked stores that it might overlap (CL-165).
  template <typename SkinnyFinish<T>::Mode mode, int Columns>
  [[gnu::always_inline]] void end_of_part(R* to, int last, const V (&tile)[Columns][1]) const {
    constexpr int count = Columns / parts;
    const Index step = parts * ldc;
    V old[count] = {};
#pragma GCC unroll 8
    for (int j = 0; j < count; ++j)
      if constexpr (mode != SkinnyFinish<T>::Mode::store) old[j] = load_first(to + j * step, last);
#pragma GCC unroll 8
    for (int j = 0; j < count; ++j)
      store_first(to + j * step,
                  finish.template value<mode>(
                      old[j], finish.product(tile[j * parts][0], tile[j * parts + parts - 1][0])),
                  last);
  }
};

}  // namespace
}  // namespace numapack
