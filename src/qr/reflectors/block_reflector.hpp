// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <type_traits>

#include "level3/call/plain_product.hpp"
#include "level3/gemm.hpp"
#include "triangle/triangle.hpp"

namespace numapack {

template <class T>
constexpr Transpose adjoint =
    std::is_floating_point_v<T> ? Transpose::transpose : Transpose::conjugate_transpose;

/// Elements of a vector up to the last one that is not zero; one at least.
template <class T>
Index reach(Index rows, const T* v) {
  while (rows > 1 && v[rows - 1] == T{0}) --rows;
  return rows;
}

/// Columns up to the last one that has more than zeros, which are left alone by what is not finite, as LAPACK
/// does.
template <class T>
Index reach_across(Index rows, Index columns, const T* c, Index ldc) {
  const auto is_zero = [&](Index j) {
    return std::all_of(c + j * ldc, c + j * ldc + rows, [](const T& x) { return x == T{0}; });
  };
  while (columns > 0 && is_zero(columns - 1)) --columns;
  return columns;
}

/// H = I - V T V^H (Schreiber and Van Loan 1989). V is rows x width with its zeros and ones, so that a
/// product takes all of it; T upper triangular, of which nothing below the diagonal is read.
template <class T>
struct BlockReflector {
  Index rows = 0, width = 0;
  const T* v = nullptr;
  Index ldv = 0;
  const T* t = nullptr;
  Index ldt = 0;

  /// False if an element of V or T is not finite, which reaches T's first row. V's zeros, as factors, would
  /// spread NaN to elements that do not depend on that element.
  bool is_finite() const {
    for (Index j = 0; j < width; ++j)
      if (!is_number(t[j * ldt])) return false;
    return true;
  }

  /// C = op(H) C, C rows x columns; op: none or adjoint. w: room for width x columns, leading dimension ldw.
  void larfb_left(Transpose op, T* c, Index ldc, Index columns, T* w, Index ldw) const {
    if (is_identity()) return;
    if (is_finite()) return larfb_left_at_once(op, c, ldc, columns, w, ldw);
    for_each_alone(op != Transpose::none, [&](Index j, const BlockReflector& alone) {
      alone.larfb_left_at_once(op, c + j, ldc, reach_across(alone.rows, columns, c + j, ldc), w, ldw);
    });
  }

  /// C = C op(H), C others x rows. w: room for others x width.
  void apply_right(Transpose op, T* c, Index ldc, Index others, T* w, Index ldw) const {
    if (is_identity()) return;
    if (is_finite()) return apply_right_at_once(op, c, ldc, others, w, ldw);
    for_each_alone(op == Transpose::none, [&](Index j, const BlockReflector& alone) {
      alone.apply_right_at_once(op, c + j * ldc, ldc, others, w, ldw);
    });
  }

  /// The reflector of column j, from its row j on.
  BlockReflector alone(Index j) const {
    const T* const own = v + j * (ldv + 1);
    return {reach(rows - j, own), 1, own, ldv, t + j * (ldt + 1), ldt};
  }

  /// B = op(T) B or B op(T).
  void multiply_by_t(Side side, Transpose op, Index m, Index n, T* b, Index ldb, T alpha = T{1}) const {
    TriangularProblem<T> product;
    product.routine = "trmm";
    product.side = side;
    product.stored = Triangle::upper;
    product.trans = op;
    product.m = m, product.n = n;
    product.alpha = alpha;
    product.a = t, product.lda = ldt;
    product.b = b, product.ldb = ldb;
    multiply_by_triangle(product);
  }

 private:
  bool is_identity() const {
    for (Index j = 0; j < width; ++j)
      if (t[j * (ldt + 1)] != T{0}) return false;
    return true;
  }

  /// each(j, reflector) in the order in which they meet what they are applied to, except for those that are
  /// the identity.
  template <class Each>
  void for_each_alone(bool forward, const Each& each) const {
    for (Index turn = 0; turn < width; ++turn) {
      const Index j = forward ? turn : width - 1 - turn;
      if (t[j * (ldt + 1)] != T{0}) each(j, alone(j));
    }
  }

  void larfb_left_at_once(Transpose op, T* c, Index ldc, Index columns, T* w, Index ldw) const {
    gemm(Problem<T>{adjoint<T>, Transpose::none, width, columns, rows, T{1}, v, ldv, c, ldc, T{0}, w, ldw});
    multiply_by_t(Side::left, op, width, columns, w, ldw);
    gemm(Problem<T>{Transpose::none, Transpose::none, rows, columns, width, T{-1}, v, ldv, w, ldw, T{1}, c,
                    ldc});
  }

  void apply_right_at_once(Transpose op, T* c, Index ldc, Index others, T* w, Index ldw) const {
    gemm(Problem<T>{Transpose::none, Transpose::none, others, width, rows, T{1}, c, ldc, v, ldv, T{0}, w,
                    ldw});
    multiply_by_t(Side::right, op, others, width, w, ldw);
    gemm(Problem<T>{Transpose::none, adjoint<T>, others, rows, width, T{-1}, w, ldw, v, ldv, T{1}, c, ldc});
  }
};

/// Two neighbouring blocks become one: what stands above the second triangle is V1^H V2, and becomes
/// -T1 V1^H V2 T2.
template <class T>
void join_larft(T* t, Index ldt, Index first, Index second) {
  T* const between = t + first * ldt;
  const BlockReflector<T> one{0, first, nullptr, 0, t, ldt}, two{0, second, nullptr, 0, between + first, ldt};
  one.multiply_by_t(Side::left, Transpose::none, first, second, between, ldt, T{-1});
  two.multiply_by_t(Side::right, Transpose::none, first, second, between, ldt);
}

/// The triangle of a narrow block, whose upper triangle is that of V^H V: LAPACK's larft, a column at a time.
template <class T>
void larft_narrow(T* t, Index ldt, Index width, const T* tau) {
  for (Index j = 0; j < width; ++j) {
    T* const column = t + j * ldt;
    // Row i of T reads what is at and below row i of the column.
    for (Index i = 0; i < j; ++i) {
      T sum{0};
      for (Index p = i; p < j; ++p) sum += plain_product(t[i + p * ldt], column[p]);
      column[i] = -plain_product(tau[j], sum);
    }
    column[j] = tau[j];
  }
}

/// T of `width` reflectors from the upper triangle of V^H V in its place, by halves.
template <class T>
void larft(T* t, Index ldt, Index width, const T* tau) {
  constexpr Index narrow = 16;
  if (width <= narrow) return larft_narrow(t, ldt, width, tau);
  const Index half = width / 2;
  larft(t, ldt, half, tau);
  larft(t + half * (ldt + 1), ldt, width - half, tau + half);
  join_larft(t, ldt, half, width - half);
}

/// Some reflectors out of a factored matrix: `from` is the one of the first column and row. v and t are the
/// room for V and T.
template <class T>
BlockReflector<T> block_of(const T* from, Index ld, Index rows, Index width, const T* tau, T* v, Index ldv,
                           T* t, Index ldt) {
  for (Index j = 0; j < width; ++j) {
    T* const column = v + j * ldv;
    std::fill_n(column, j, T{0});
    column[j] = T{1};
    std::copy(from + j * ld + j + 1, from + j * ld + rows, column + j + 1);
  }
  gemm(Problem<T>{adjoint<T>, Transpose::none, width, width, rows, T{1}, v, ldv, v, ldv, T{0}, t, ldt});
  larft(t, ldt, width, tau);
  return {rows, width, v, ldv, t, ldt};
}

}  // namespace numapack
