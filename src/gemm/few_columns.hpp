// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gemm/plan.hpp"

namespace numapack {

/// True if the tiles of a thread's block of A are to pack its next one (BlockMeanwhile): the product is tall,
/// its columns are few, and nothing is multiplied as it lies.
bool packs_meanwhile(const NodeTask& task, const Panels& way, const Call& call, const KernelShape& kernel);

/// choose_blocking(), with shorter slabs of K for such products. kc follows from `call`, `kernel` and
/// `wanted` alone, because the bits of the answer depend on it.
Blocking blocking_of(const Call& call, const KernelShape& kernel, const CacheSizes& caches,
                     const Blocking& wanted);

/// Its kc.
inline Index steps_of_slab(const Call& call, const KernelShape& kernel, const Blocking& wanted) {
  return blocking_of(call, kernel, {}, wanted).kc;
}

}  // namespace numapack
