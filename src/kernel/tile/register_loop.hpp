// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/kernel.hpp"

namespace numapack {

/// What a loop makes of its sums in the end. The last two, which only loops with ComplexSums::by_loop know,
/// take them as complex_tile() does, for alpha = 1.
enum class Ending : Index {
  store = 0,          ///< C = alpha A B
  add = 1,            ///< C = fma(alpha, A B, C)
  store_complex = 2,  ///< C = A B
  add_complex = 3     ///< C = C + A B
};

/// Who makes complex elements of a loop's real sums.
enum class ComplexSums { by_tile, by_loop };

/// Arguments of a register loop, in the layout that the assembly reads (8 bytes a field).
template <class R>
struct LoopArguments {
  Index k;     ///< steps
  const R* a;  ///< micro-panel, k x MR
  const R* b;  ///< micro-panel, k x NR
  R* c;        ///< full MR x NR tile, column-major
  Index ldc;   ///< in elements
  alignas(8) R alpha;
  Ending ending;
  const void* ahead;   ///< to be prefetched into L2 from here on, see Ahead
  const R* target;     ///< where C is in the end, to be prefetched into L1; need not exist
  Index ldt;           ///< of `target`, in elements
  Index ahead_stride;  ///< see Ahead
};

/// Those of a loop that takes unpacked B (tile.b is its first element) and packs it meanwhile. Such loops are
/// given a pointer to `tile`: what most tiles do not need is not theirs, because arguments that are filled in
/// vain cost a short tile time (Z3-056).
template <class R>
struct PackingArguments {
  LoopArguments<R> tile;
  Index b_column;  ///< from one column of B to the next, in bytes
  R* packed_b;     ///< where the micro-panel is to be
};

/// Those of a loop that packs on the way what comes next.
template <class R>
struct PackAheadArguments {
  LoopArguments<R> tile;
  PackedAhead packed;
};

/// The innermost two loops on real numbers: a full MR x NR tile, accumulated in registers. Complex kernels
/// use the same loop on panels reinterpreted as reals, see complex_tile().
template <class R>
using RegisterLoop = void (*)(const LoopArguments<R>*);

namespace {
/// Fused where the instruction set of this translation unit has it, so that edges round as the register loops
/// do. Internal linkage: unoptimised builds would otherwise keep one version for all instruction sets.
template <class R>
inline R multiply_add(R x, R y, R z) {
#if !defined(NUMAPACK_UNFUSED) && (defined(__FMA__) || defined(__ARM_FEATURE_FMA))
  if constexpr (sizeof(R) == 8)
    return __builtin_fma(x, y, z);
  else
    return __builtin_fmaf(x, y, z);
#else
  return x * y + z;
#endif
}
}  // namespace

}  // namespace numapack
