// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "panels/calls_plan.hpp"

namespace numapack {

/// What is done with a Q of k reflectors, column-major: C (m x n) = op(Q) C or C op(Q).
struct QProductShape {
  Side side = Side::left;
  Transpose trans = Transpose::none;
  Index m = 0, n = 0, k = 0;
  Index order() const { return side == Side::left ? m : n; }
};

/// What an ormqr (unmqr) does with its reflectors and C at home in `a` and `c`: panel by panel, each call
/// with a plan of its own. Pure. Throws what CallsWalk does.
CallsPlan plan_q_product(const QProductShape& shape, const HomeMap& a, const HomeMap& c,
                         const CallsSetting& setting);

/// Likewise an orgqr (ungqr): the first columns of Q in place of A, of its first k columns' reflectors.
CallsPlan plan_q_columns(Index k, const HomeMap& a, const CallsSetting& setting);

/// Likewise a gels with A and B (max(m, n) rows): factors, a product with Q, a solve with R.
CallsPlan plan_least_squares(Transpose trans, const HomeMap& a, const HomeMap& b,
                             const CallsSetting& setting);

}  // namespace numapack
