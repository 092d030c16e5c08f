// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lapack/inverse/inverse_steps.hpp"
#include "panels/calls_plan.hpp"

namespace numapack {

/// What is inverted, n x n, column-major: a Hermitian matrix of which `stored` is there, by its factor
/// (potri), or any, by those of LU (getri).
struct InverseShape {
  bool from_lu = false;
  Triangle stored = Triangle::lower;
  Index n = 0;
};

/// What a potri or getri does with its matrix at home in `homes`: a walk over its steps, each planned as the
/// call it is. Pure. Throws what CallsWalk does.
CallsPlan plan_inverse(const InverseShape& shape, const HomeMap& homes, const CallsSetting& setting);

}  // namespace numapack
