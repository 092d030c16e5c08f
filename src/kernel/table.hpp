// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One table row from one register loop (internal linkage, see tile.hpp).

#include "kernel/pack/pack.hpp"
#include "kernel/sets.hpp"
#include "kernel/shapes.hpp"
#include "kernel/skinny/near_vector.hpp"
#include "kernel/skinny/skinny_run.hpp"
#include "kernel/tile/tile.hpp"

namespace numapack {
namespace {

/// The kernel of a real type R on a loop of MR x NR, or on several for fewer rows (see Loops).
template <class R, int MR, int NR, RegisterLoop<R>... loops>
constexpr Kernel<R> real_kernel(const KernelShape& shape, InPlace<R> in_place = nullptr,
                                PackingTile<R> packing_tile = nullptr,
                                PackAheadTile<R> pack_ahead_tile = nullptr) {
  return {shape,
          real_tile<R, MR, NR, loops...>,
          pack_panels<R, MR, false>,
          pack_panels<R, NR, false>,
          pack_panels<R, MR, true>,
          pack_panels<R, NR, true>,
          in_place,
          packing_tile,
          skinny<R>,
          near_vector<R>,
          pack_ahead_tile};
}

/// The complex kernel on the same loop: half as many elements each way.
template <ComplexSums sums, class R, int MR, int NR, RegisterLoop<R>... loops>
constexpr Kernel<std::complex<R>> complex_kernel(const KernelShape& shape,
                                                 PackingTile<std::complex<R>> packing_tile = nullptr,
                                                 InPlace<std::complex<R>> in_place = nullptr) {
  using T = std::complex<R>;
  return {shape,
          complex_tile<sums, R, MR, NR, loops...>,
          pack_panels<T, MR / 2, false>,
          pack_panels<T, NR / 2, false>,
          pack_panels<T, MR / 2, true>,
          pack_panels<T, NR / 2, true>,
          in_place,
          packing_tile,
          skinny<T>,
          near_vector<T>};
}
template <class R, int MR, int NR, RegisterLoop<R>... loops>
constexpr Kernel<std::complex<R>> complex_kernel(const KernelShape& shape) {
  return complex_kernel<ComplexSums::by_tile, R, MR, NR, loops...>(shape);
}

}  // namespace
}  // namespace numapack
