// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "base/range.hpp"
#include "lapack/stored_triangle.hpp"

namespace numapack {

/// A call that an inverse is made of, and on which parts of the matrix. A triangle is cut into two on the
/// diagonal, `first` and `second`, and the rectangle that they share.
struct InverseStep {
  enum class What {
    invert,    ///< the triangle `first`, in its thread's cache
    trmm,      ///< the triangle on `side` of the rectangle times it
    trsm,      ///< the rectangle solved with that triangle
    rank_k,    ///< the rectangle times its adjoint, added to `first`
    multiply,  ///< the triangle `first` times its adjoint, in its thread's cache
    divide     ///< getri: the columns `first` less those behind, `second`, times L there, solved with L
  };
  What what = What::invert;
  Range first{0, 0}, second{0, 0};
  Side side = Side::left;
};

using EachInverseStep = std::function<void(const InverseStep&)>;

/// The inverse of a triangle of order n, step by step in the order in which they are done: with X A close to
/// the identity (left) or A X. Pure: what runs and what `numapack plan` shows.
void steps_of_triangle_inverse(Triangle stored, Side close, Index n, const EachInverseStep& each);

/// L^H L or U U^H in place of a triangle, likewise.
void steps_of_adjoint_product(Triangle stored, Index n, const EachInverseStep& each);

/// getri's: so many that packing what is known of X costs little next to multiplying it.
inline constexpr Index columns_of_division = 512;

/// X L = U^-1 by so many columns at a time, from the last, likewise.
void steps_of_division(Index n, Index block, const EachInverseStep& each);

}  // namespace numapack
