// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/call.hpp"

namespace numapack {

/// True if a part of C of m x n is so high that elements of A or C are used few times: moving them takes much
/// of the time.
bool is_tall(Index m, Index n, Index k);

/// True if tiles that multiply a block of A by so many columns, for so many steps of K, have time to pack the
/// next one (PackAhead): the product is tall, its columns are few, and nothing is multiplied in place.
bool packs_ahead(const Call& call, const KernelShape& kernel, Index columns, Index steps);

/// choose_blocking(), with shorter kc blocks of K for such products. kc follows from `call`, `kernel` and
/// `wanted` alone, because the bits of the answer depend on it.
Blocking blocking_of(const Call& call, const KernelShape& kernel, const CacheSizes& caches,
                     const Blocking& wanted);

/// Its kc.
inline Index steps_of_kc_block(const Call& call, const KernelShape& kernel, const Blocking& wanted) {
  return blocking_of(call, kernel, {}, wanted).kc;
}

}  // namespace numapack
