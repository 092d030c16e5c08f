// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/algorithms/algorithm.hpp"

namespace numapack {

/// How a thread goes through such a part of a skinny product, over so many steps of K. Pure.
Skinny skinny_algorithm(const Call& call, const KernelShape& kernel, const SkinnyChoice& choice, Index rows,
                        Index columns, Index depth);

/// Steps of K that a product in kc blocks takes at a time.
Index tall_depth(const Call& call, const KernelShape& kernel);

}  // namespace numapack
