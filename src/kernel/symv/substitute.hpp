// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The system of equations of a triangle. By the instruction set of the source that includes this (see
// kernel/triangle/factor.hpp).

#include "kernel/column_dots.hpp"
#include "kernel/symv/corner.hpp"
#include "kernel/symv/passes.hpp"

namespace numapack {
namespace {

/// Whether all quotients by so many elements of a complex diagonal are products with plain reciprocals. Two
/// numbers at a time; the sum of both parts is at most twice the larger one.
template <class T, int Order>
bool have_plain_reciprocals(const T* diagonal, Index lda) {
  using R = typename Parts<T>::Real;
  using Integer = typename Reals<R>::Integer;
  using Plain = PlainReciprocal<R>;
  typedef R Pair __attribute__((vector_size(2 * sizeof(R))));
  typedef R Loose __attribute__((vector_size(2 * sizeof(R)), aligned(alignof(R)), may_alias));
  typedef Integer Bits __attribute__((vector_size(2 * sizeof(R))));
  const auto parts_at = [&](Index j) {
    const Bits bits = reinterpret_cast<Bits>(Pair{*reinterpret_cast<const Loose*>(diagonal + j * (lda + 1))});
    return reinterpret_cast<Pair>(bits & ~(Bits{} + std::numeric_limits<Integer>::min()));
  };
  Bits plain = ~Bits{};
#pragma GCC unroll 2
  for (int j = 0; j < Order; j += 2) {
    const Pair one = parts_at(j), other = j + 1 < Order ? parts_at(j + 1) : one;
    const Pair sizes = __builtin_shufflevector(one, other, 0, 2) + __builtin_shufflevector(one, other, 1, 3);
    plain &= (sizes >= 2 * Plain::least) & (sizes <= Plain::most);
  }
  return (plain[0] & plain[1]) != 0;
}

/// From this turn on one number after another, by any complex diagonal.
template <class T>
[[gnu::noinline]] void substitute_any(const SubstitutionPass<T>& pass, Index turn) {
  using R = typename Parts<T>::Real;
  using One = Number<R, 2>;
  const R* const a = reinterpret_cast<const R*>(pass.a);
  R* const x = reinterpret_cast<R*>(pass.x);
  const bool down = pass.lower != pass.across;
  const auto element = [&](Index i, Index j) {
    return One::from(a + (i + j * pass.lda) * 2, pass.conjugate);
  };
  for (; turn < pass.n; ++turn) {
    const Index j = down ? turn : pass.n - 1 - turn;
    const Index from = pass.lower ? j + 1 : 0, to = pass.lower ? pass.n : j;
    One solved = One::from(x + j * 2);
    for (Index i = from; pass.across && i < to; ++i) solved.subtract(element(i, j), One::from(x + i * 2));
    solved = solved.over_any(element(j, j));
    solved.into(x + j * 2);
    for (Index i = from; !pass.across && i < to; ++i) {
      One rest = One::from(x + i * 2);
      rest.subtract(element(i, j), solved);
      rest.into(x + i * 2);
    }
  }
}

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

  /// Groups whose columns are long come first if A is not transposed, and last if it is. The diagonal is
  /// looked at when its group is due: all of it beforehand would be a cache line a number.
  void work() const {
    const Index groups = p_.n / group, left = p_.n % group;
    if constexpr (!Across)
      for (Index g = 0; g < groups; ++g) {
        if (!is_plain<group>(first_of(g))) [[unlikely]]
          return substitute_any(p_, g * group);
        work_group(g);
      }
    if (!work_rest(left)) [[unlikely]]
      return substitute_any(p_, Across ? 0 : groups * group);
    if constexpr (Across)
      for (Index g = groups; g-- > 0;) {
        if (!is_plain<group>(first_of(g))) [[unlikely]]
          return substitute_any(p_, p_.n - (g + 1) * group);
        work_group(g);
      }
  }

 private:
  const R* at(Index i, Index j) const { return a_ + (i + j * p_.lda) * parts; }

  /// The first group has the longest columns: the last in memory if A is an upper triangle.
  Index first_of(Index number) const { return Lower ? number * group : p_.n - (number + 1) * group; }
  void work_group(Index number) const {
    const Index first = first_of(number);
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

  /// Less than a group, whose columns have no other rows. False if it does not, since its diagonal is not
  /// plain.
  bool work_rest(Index left) const {
    const Index first = Lower ? p_.n - left : 0;
    return left == 0 || (left == 1   ? work_corner<1>(first)
                         : left == 2 ? work_corner<2>(first)
                                     : work_corner<3>(first));
  }
  template <int Order>
  bool work_corner(Index first) const {
    if (!is_plain<Order>(first)) return false;
    corner<Order>(first);
    return true;
  }
  template <int Order>
  bool is_plain(Index first) const {
    if constexpr (parts == 1)
      return true;
    else
      return p_.unit || have_plain_reciprocals<T, Order>(p_.a + first * (p_.lda + 1), p_.lda);
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
    VectorFactor<T> factor[group];
    const R* column[group];
#pragma GCC unroll 4
    for (int c = 0; c < group; ++c) {
      factor[c] = VectorFactor<T>(-Number<R, parts>::from(x_ + (first + c) * parts), p_.conjugate);
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
