// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "lapack/half_matrix.hpp"

namespace numapack {

/// One call that a factorisation by halves makes. Ranges are of the order of A.
struct CholeskyStep {
  enum class Kind : std::uint8_t { leaf, solve, update };
  Kind kind = Kind::leaf;
  /// Of the diagonal: what is factored, the triangle that is solved with, the half that is updated.
  Range at;
  /// solve: rows of L (columns of U) that are solved for. update: columns of L (rows of U) whose products are
  /// subtracted. leaf: empty.
  Range with;

  bool operator==(const CholeskyStep&) const = default;
  /// Multiplications and additions of a real matrix, but for terms of lower order.
  double flops() const {
    const double n = double(at.size()), k = double(with.size());
    return kind == Kind::leaf ? n * n * n / 3 : n * n * k;
  }
};

/// Calls each(step) for every step of A[at, at] in its order: the first half, what is beside it, the products
/// of that, the second half. The factorisation runs them, and its plan is made of them. Pure.
template <class Each>
void each_cholesky_step(Range at, Index leaf, const Each& each) {
  using Kind = CholeskyStep::Kind;
  if (at.size() <= leaf) return each(CholeskyStep{Kind::leaf, at, {at.end, at.end}});
  const Index cut = at.begin + first_half(at.size(), leaf);
  const Range top{at.begin, cut}, bottom{cut, at.end};
  each_cholesky_step(top, leaf, each);
  each(CholeskyStep{Kind::solve, top, bottom});
  each(CholeskyStep{Kind::update, bottom, top});
  each_cholesky_step(bottom, leaf, each);
}

}  // namespace numapack
