// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The system of equations of a triangle. By the instruction set of the source that includes this (see
// kernel/triangle/factor.hpp).

#include "kernel/column_dots.hpp"
#include "kernel/half/corner.hpp"
#include "kernel/half/passes.hpp"

namespace numapack {
namespace {

/// Columns in groups: the small triangle of a group one number after another, the rows that the group's
/// columns have besides by vectors.
template <class T, bool Lower, bool Across>
class Substitution {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  static constexpr int lanes = Reals<R>::lanes, parts = Parts<T>::count, group = 4;

 public:
  explicit Substitution(const SubstitutionPass<T>& pass)
      : p_(pass), a_(reinterpret_cast<const R*>(pass.a)), x_(reinterpret_cast<R*>(pass.x)) {}

  /// Groups whose columns are long come first if A is not transposed, and last if it is.
  void work() const {
    const Index groups = p_.n / group;
    if constexpr (!Across)
      for (Index g = 0; g < groups; ++g) work_group(g);
    work_rest();
    if constexpr (Across)
      for (Index g = groups; g-- > 0;) work_group(g);
  }

 private:
  const R* at(Index i, Index j) const { return a_ + (i + j * p_.lda) * parts; }

  /// The first group has the longest columns: the last in memory if A is an upper triangle.
  void work_group(Index number) const {
    const Index first = Lower ? number * group : p_.n - (number + 1) * group;
    const Index from = Lower ? first + group : 0, to = Lower ? p_.n : first;
    if constexpr (!Across) corner<group>(first);
    if (from < to) {
      if constexpr (Across)
        subtract_dots(first, from, to);
      else
        subtract_columns(first, from, to);
    }
    if constexpr (Across) corner<group>(first);
  }

  /// Less than a group, whose columns have no other rows.
  void work_rest() const {
    const Index left = p_.n % group, first = Lower ? p_.n - left : 0;
    if (left == 1) corner<1>(first);
    if (left == 2) corner<2>(first);
    if (left == 3) corner<3>(first);
  }

  template <int Order>
  void corner(Index first) const {
    Corner<T, Order, Lower, Across>(at(first, first), p_.lda * parts, p_.conjugate, p_.unit)
        .work(x_ + first * parts);
  }

  /// The whole vectors lie at x's end that the next group is of: what is stored under a mask is not forwarded
  /// to who reads it next.
  template <class Each>
  static void for_vectors(Index from, Index to, const Each& each) {
    const Index reals = (to - from) * parts, begin = from * parts, odd = reals % lanes;
    if (!Lower && odd > 0) each(begin, static_cast<int>(odd));
    for (Index i = Lower ? 0 : odd; i + lanes <= reals; i += lanes) each(begin + i, lanes);
    if (Lower && odd > 0) each(begin + reals - odd, static_cast<int>(odd));
  }

  /// x[from, to) minus the group's columns times its x.
  void subtract_columns(Index first, Index from, Index to) const {
    Factor<T> factor[group];
    const R* column[group];
#pragma GCC unroll 4
    for (int c = 0; c < group; ++c) {
      factor[c] = Factor<T>(-Number<R, parts>::from(x_ + (first + c) * parts), p_.conjugate);
      column[c] = at(0, first + c);
    }
    for_vectors(from, to, [&](Index i, int count) {
      const auto value = [&](const R* values) {
        return count == lanes ? load(values) : load_first(values, count);
      };
      V sum = value(x_ + i);
#pragma GCC unroll 4
      for (int c = 0; c < group; ++c) sum = factor[c].add_to(sum, value(column[c] + i));
      if (count == lanes)
        store(x_ + i, sum);
      else
        store_first(x_ + i, sum, count);
    });
  }

  /// The group's x minus its columns' dot products with x[from, to).
  void subtract_dots(Index first, Index from, Index to) const {
    ColumnDots<T, group> sums;
    for_vectors(from, to, [&](Index i, int count) {
      const auto value = [&](const R* values) {
        return count == lanes ? load(values) : load_first(values, count);
      };
      sums.add(value(x_ + i), [&](int c) { return value(at(0, first + c) + i); });
    });
    R* const x = x_ + first * parts;
    sums.finish(p_.conjugate, [&](int from_real, V dots) {
      for (int i = 0; i < ColumnDots<T, group>::in_vector; ++i) x[from_real + i] -= dots[i];
    });
  }

  const SubstitutionPass<T>& p_;
  const R* const a_;
  R* const x_;
};

/// See FactorKernel.
template <class T>
void substitute(const SubstitutionPass<T>& pass) {
  if (pass.lower)
    return pass.across ? Substitution<T, true, true>(pass).work() : Substitution<T, true, false>(pass).work();
  pass.across ? Substitution<T, false, true>(pass).work() : Substitution<T, false, false>(pass).work();
}

}  // namespace
}  // namespace numapack
