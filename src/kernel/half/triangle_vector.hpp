// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// A triangle times a vector, or its system of equations. By the instruction set of the source that
// includes this (see kernel/triangle/factor.hpp).

#include "kernel/column_dots.hpp"
#include "kernel/half/corner.hpp"
#include "kernel/half/passes.hpp"

namespace numapack {
namespace {

/// Columns in groups: the small triangle of a group one number after another, the rows that the group's
/// columns have besides by vectors.
template <class T, bool Lower, bool Across, bool Solve>
class TriangleVector {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  static constexpr int lanes = Reals<R>::lanes, parts = Parts<T>::count, group = 4;
  /// Groups whose columns are long come first.
  static constexpr bool from_long = Solve != Across;

 public:
  explicit TriangleVector(const TriangleVectorPass<T>& pass)
      : p_(pass), a_(reinterpret_cast<const R*>(pass.a)), x_(reinterpret_cast<R*>(pass.x)) {}

  void work() const {
    const Index groups = p_.n / group;
    if constexpr (from_long)
      for (Index g = 0; g < groups; ++g) work_group(g);
    work_rest();
    if constexpr (!from_long)
      for (Index g = groups; g-- > 0;) work_group(g);
  }

 private:
  const R* at(Index i, Index j) const { return a_ + (i + j * p_.lda) * parts; }

  /// The first group has the longest columns: the last in memory if A is an upper triangle.
  void work_group(Index number) const {
    const Index first = Lower ? number * group : p_.n - (number + 1) * group;
    const Index from = Lower ? first + group : 0, to = Lower ? p_.n : first;
    if constexpr (Across != Solve) corner<group>(first);
    if (from < to) {
      if constexpr (Across)
        add_dots(first, from, to);
      else
        add_columns(first, from, to);
    }
    if constexpr (Across == Solve) corner<group>(first);
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
    Corner<T, Order, Lower, Across, Solve>(at(first, first), p_.lda * parts, p_.conjugate, p_.unit)
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

  /// x[from, to) plus, or minus, the group's columns times its x.
  void add_columns(Index first, Index from, Index to) const {
    const V same_signs = broadcast(Solve ? R{-1} : R{1}) * conjugation();
    V same[group], crossed[group];
    const R* column[group];
#pragma GCC unroll 4
    for (int c = 0; c < group; ++c) {
      const R* const factor = x_ + (first + c) * parts;
      column[c] = at(0, first + c);
      same[c] = broadcast(factor[0]) * same_signs;
      if constexpr (parts == 2)
        crossed[c] = broadcast(factor[1]) * minus_plus<R>() * (p_.conjugate ? -same_signs : same_signs);
    }
    for_vectors(from, to, [&](Index i, int count) {
      const auto value = [&](const R* values) {
        return count == lanes ? load(values) : load_first(values, count);
      };
      V sum = value(x_ + i);
#pragma GCC unroll 4
      for (int c = 0; c < group; ++c) {
        const V of_a = value(column[c] + i);
        sum = multiply_add_vectors<R>(of_a, same[c], sum);
        if constexpr (parts == 2) sum = multiply_add_vectors<R>(swap_parts<R>(of_a), crossed[c], sum);
      }
      if (count == lanes)
        store(x_ + i, sum);
      else
        store_first(x_ + i, sum, count);
    });
  }

  /// What a's parts are multiplied by if A is conjugated: conj(a) s is a (s_re, -s_re) + swapped a (s_im,
  /// s_im).
  V conjugation() const {
    if constexpr (parts == 2) {
      if (p_.conjugate) return -minus_plus<R>();
    }
    return V{} + R{1};
  }

  /// The group's x plus, or minus, its columns' dot products with x[from, to).
  void add_dots(Index first, Index from, Index to) const {
    ColumnDots<T, group> sums;
    for_vectors(from, to, [&](Index i, int count) {
      const auto value = [&](const R* values) {
        return count == lanes ? load(values) : load_first(values, count);
      };
      sums.add(value(x_ + i), [&](int c) { return value(at(0, first + c) + i); });
    });
    R* const x = x_ + first * parts;
    sums.finish(p_.conjugate, [&](int from_real, V dots) {
      for (int i = 0; i < ColumnDots<T, group>::in_vector; ++i)
        x[from_real + i] += Solve ? -dots[i] : dots[i];
    });
  }

  const TriangleVectorPass<T>& p_;
  const R* const a_;
  R* const x_;
};

template <class T, bool Lower, bool Across>
void triangle_vector_by(const TriangleVectorPass<T>& pass) {
  if (pass.solve) return TriangleVector<T, Lower, Across, true>(pass).work();
  TriangleVector<T, Lower, Across, false>(pass).work();
}

/// See FactorKernel.
template <class T>
void triangle_vector(const TriangleVectorPass<T>& pass) {
  if (pass.lower)
    return pass.across ? triangle_vector_by<T, true, true>(pass) : triangle_vector_by<T, true, false>(pass);
  pass.across ? triangle_vector_by<T, false, true>(pass) : triangle_vector_by<T, false, false>(pass);
}

}  // namespace
}  // namespace numapack
