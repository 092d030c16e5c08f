// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A matrix near the core times a vector. By the instruction set of the source that includes this (internal
// linkage, no inline functions of the standard library, see tile.hpp).

#include "base/scratch.hpp"
#include "kernel/column_dots.hpp"
#include "kernel/pack/transpose.hpp"
#include "kernel/skinny/skinny_finish.hpp"
#include "kernel/skinny/vector_product.hpp"

namespace numapack {
namespace {

template <class T>
class NearVectorRun {
 public:
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;

  explicit NearVectorRun(const VectorProduct<T>& product)
      : p_(product), finish_(product.alpha, product.beta, product.conjugate, false) {}

  void work() const {
    if (!p_.across) return add_columns({p_.a, p_.lda, p_.rows, p_.columns}, p_.y);
    if (p_.rows <= most_steps_in_order) return add_transposed();
    Index j = 0;
    for (; j + few_dots < p_.columns; j += most_dots) dots<most_dots>(j);
    if (j < p_.columns) dots<few_dots>(j);
  }

 private:
  static constexpr int parts = Parts<T>::count, lanes = Reals<R>::lanes;
  static constexpr int most_vectors = vector_registers == 32 ? 8 : 8 / parts;  ///< of y in registers
  static constexpr int most_dots = 8 / parts, few_dots = most_dots / 2;        ///< columns at a time

  struct Columns {
    const T* data;
    Index leading, rows, count;
  };

  /// Vectors lie along y's elements: sums over K in order.
  void add_columns(const Columns& a, T* y) const {
    const Index reals = a.rows * parts, vectors = (reals + lanes - 1) / lanes;
    if (reals < lanes) return strip<1, true>(a, 0, 0, y);
    // Shares of one size, so that none but an only one has one vector.
    Index shares = (vectors + most_vectors - 1) / most_vectors;
    for (Index begin = 0; begin < vectors; --shares) {
      const Index count = (vectors - begin + shares - 1) / shares;
      const Index next = (begin + count) * lanes;
      strip_of(count, a, begin * lanes, (next < reals ? next : reals) - lanes, y);
      begin += count;
    }
  }

  template <int count = most_vectors>
  void strip_of(Index wanted, const Columns& a, Index row, Index last, T* y) const {
    if constexpr (count > 1)
      if (wanted < count) return strip_of<count - 1>(wanted, a, row, last, y);
    strip<count, false>(a, row, last, y);
  }

  /// So many vectors of y from `row` on, in reals; the last one begins at `last`, which is less than a vector
  /// behind the one before it where y ends there: those between are summed twice, to the same bits.
  template <int count, bool part>
  [[gnu::noinline]] void strip(const Columns& a, Index row, Index last, T* y) const {
    const int used = static_cast<int>(a.rows * parts);
    const auto place = [&](int v) { return v + 1 < count ? row + v * lanes : last; };
    const R *column = reinterpret_cast<const R*>(a.data), *x = reinterpret_cast<const R*>(p_.x);
    V sums[parts][count] = {};
    for (Index j = 0; j < a.count; ++j, column += a.leading * parts, x += parts) {
      V factors[parts];
      for (int part_of_x = 0; part_of_x < parts; ++part_of_x) factors[part_of_x] = broadcast(x[part_of_x]);
#pragma GCC unroll 8
      for (int v = 0; v < count; ++v) {
        const V value = part ? load_first(column, used) : load(column + place(v));
        for (int part_of_x = 0; part_of_x < parts; ++part_of_x)
          sums[part_of_x][v] = multiply_add_vectors<R>(value, factors[part_of_x], sums[part_of_x][v]);
      }
    }
    V products[count];
#pragma GCC unroll 8
    for (int v = 0; v < count; ++v) products[v] = finish_.product(sums[0][v], sums[parts - 1][v]);
    R* const to = reinterpret_cast<R*>(y);
    finish_.by_mode([&]<typename SkinnyFinish<T>::Mode mode>() {
      if constexpr (part) return finish_.template vector<mode>(to, products[0], used);
      // All are read before one is written, see above.
      V now[count];
#pragma GCC unroll 8
      for (int v = 0; v < count; ++v) {
        V old{};
        if constexpr (mode != SkinnyFinish<T>::Mode::store) old = load(to + place(v));
        now[v] = finish_.template value<mode>(old, products[v]);
      }
#pragma GCC unroll 8
      for (int v = 0; v < count; ++v) store(to + place(v), now[v]);
    });
  }

  /// Short columns, transposed on the way.
  void add_transposed() const {
    constexpr Index height = 8 * lanes / parts;
    const Scratch<R, most_steps_in_order * height * parts> block;
    T* const transposed = reinterpret_cast<T*>(block.data());
    for (Index j = 0; j < p_.columns; j += height) {
      const Index count = p_.columns - j < height ? p_.columns - j : height;
      transpose(p_.a + j * p_.lda, p_.lda, count, p_.rows, transposed, height);
      add_columns({transposed, height, count, p_.rows}, p_.y + j);
    }
  }

  /// y's elements from j on, as many as there are of so many columns: vectors lie along K. Columns behind the
  /// last one repeat it.
  template <int columns>
  [[gnu::noinline]] void dots(Index j) const {
    const Index left = p_.columns - j, reals = p_.rows * parts;
    const R* a[columns];
#pragma GCC unroll 8
    for (int c = 0; c < columns; ++c)
      a[c] = reinterpret_cast<const R*>(p_.a + (j + (c < left ? c : left - 1)) * p_.lda);
    const R* const x = reinterpret_cast<const R*>(p_.x);
    ColumnDots<T, columns> sums;
    Index i = 0;
    for (; i + lanes <= reals; i += lanes) sums.add(load(x + i), [&](int c) { return load(a[c] + i); });
    if (const int rest = static_cast<int>(reals - i); rest > 0)
      sums.add(load_first(x + i, rest), [&](int c) { return load_first(a[c] + i, rest); });

    R* const y = reinterpret_cast<R*>(p_.y + j);
    constexpr int each = ColumnDots<T, columns>::in_vector;
    sums.finish(p_.conjugate, [&](int first, V product) {
      const Index behind = left * parts - first;
      if (behind <= 0) return;
      const int count = behind < each ? static_cast<int>(behind) : each;
      finish_.by_mode([&]<typename SkinnyFinish<T>::Mode mode>() {
        finish_.template vector<mode>(y + first, product, count);
      });
    });
  }

  const VectorProduct<T>& p_;
  const SkinnyFinish<T> finish_;
};

/// See Kernel.
template <class T>
void near_vector(const VectorProduct<T>& product) {
  NearVectorRun<T>(product).work();
}

}  // namespace
}  // namespace numapack
