// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Outer products added to one triangle of a matrix. By the instruction set of the source that includes this
// (see kernel/triangle/factor.hpp).

#include "kernel/symv/number.hpp"
#include "kernel/symv/passes.hpp"

namespace numapack {
namespace {

template <class T, bool Two>
class UpdateRun {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  using One = Number<R, Parts<T>::count>;
  static constexpr int lanes = Reals<R>::lanes, parts = Parts<T>::count;
  static constexpr Index long_column = 16 * lanes;  ///< in reals

 public:
  explicit UpdateRun(const UpdatePass<T>& pass)
      : p_(pass),
        x_(reinterpret_cast<const R*>(pass.x)),
        y_(Two ? reinterpret_cast<const R*>(pass.y) : x_),
        alpha_(One::from(reinterpret_cast<const R*>(&pass.alpha))),
        beta_(One::from(reinterpret_cast<const R*>(&pass.alpha), pass.hermitian)) {}

  void work() const {
    for (Index j = p_.begin; j < p_.end; ++j) column(j);
  }

 private:
  void column(Index j) const {
    R* const a = reinterpret_cast<R*>(p_.a + j * p_.leading);
    const VectorFactor<T> of_x(alpha_ * element(y_, j)), of_y(beta_ * element(x_, j));
    const Index from = (p_.lower ? j : 0) * parts, to = (p_.lower ? p_.n : j + 1) * parts;
    const auto some = [&](Index i, int count) {
      store_first(a + i,
                  sum(load_first(a + i, count), of_x, load_first(x_ + i, count), of_y,
                      Two ? load_first(y_ + i, count) : V{}),
                  count);
    };
    Index i = from;
    // Stores that cross lines take longer, in long columns a quarter in all (Z4-067); loads hardly do.
    const Index to_line =
        static_cast<Index>(-reinterpret_cast<std::uintptr_t>(a + from) % vector_bytes / sizeof(T)) * parts;
    if (to_line > 0 && to - from >= long_column) {
      some(i, static_cast<int>(to_line));
      i += to_line;
    }
    for (; i + lanes <= to; i += lanes)
      store(a + i, sum(load(a + i), of_x, load(x_ + i), of_y, Two ? load(y_ + i) : V{}));
    if (i < to) some(i, static_cast<int>(to - i));
    if (parts == 2 && p_.hermitian) a[j * parts + 1] = 0;
  }

  One element(const R* of, Index j) const { return One::from(of + j * parts, p_.hermitian); }

  static V sum(V a, const VectorFactor<T>& of_x, V x, const VectorFactor<T>& of_y, V y) {
    const V one = of_x.add_to(a, x);
    return Two ? of_y.add_to(one, y) : one;
  }

  const UpdatePass<T>& p_;
  const R *const x_, *const y_;
  const One alpha_, beta_;
};

/// See FactorKernel.
template <class T>
void update(const UpdatePass<T>& pass) {
  if (pass.y != nullptr) return UpdateRun<T, true>(pass).work();
  UpdateRun<T, false>(pass).work();
}

}  // namespace
}  // namespace numapack
