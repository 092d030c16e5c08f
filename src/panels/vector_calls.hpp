// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "panels/calls_plan.hpp"

namespace numapack {

/// A routine of level 2, as the product of level 3 that it is: a C of one column, or one step of K.
struct VectorCall {
  enum class Kind {
    product,  ///< gemv, symv, hemv, trmv: y = op(A) x
    update,   ///< ger, syr, syr2 and their kind: A += x y^T
    solve     ///< trsv: x = op(A)^-1 x
  };
  Kind kind = Kind::product;
  std::string_view routine = "gemv";
  Call product;
  double flops = 0;
};

/// The calls of level2/: a loop of the calling thread where the matrix is small, products of level 3, or
/// pieces of a stored triangle; trsv has substitutions and products one after the other. `homes`: of the
/// product's operands. Pure.
CallsPlan plan_vector_call(const VectorCall& call, const Homes& homes, const CallsSetting& setting);

}  // namespace numapack
