// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <string_view>

#include "base/integer.hpp"
#include "kernel/choices.hpp"

namespace numapack {
namespace {

Index round_down(Index value, Index unit) { return std::max(unit, divide(value, unit) * unit); }

}  // namespace

Index rows_of_steps(const KernelShape& shape, const CacheSizes& caches, Index columns) {
  const Index bytes = columns * static_cast<Index>(bytes_of(shape.type));
  return round_down(static_cast<Index>(caches.l2 / 4) / bytes, shape.mr);
}

Blocking choose_blocking(const KernelShape& shape, const CacheSizes& caches, Index k,
                         const Blocking& wanted) {
  const Index element = static_cast<Index>(bytes_of(shape.type));
  Blocking blocking;
  Index block_bytes = 0;  // of A, in L2
  const MicroarchKernel& of_microarch = shape.microarch->kernels[static_cast<int>(shape.type)];
  if (wanted.kc > 0) {
    blocking = {std::max<Index>(wanted.mc, shape.mr), round_down(wanted.kc, 8), wanted.nc};
    block_bytes = blocking.mc * blocking.kc * element;
  } else if (of_microarch.blocks.kc > 0 && std::string_view(of_microarch.name) == shape.name) {
    blocking = of_microarch.blocks;
    block_bytes = blocking.mc * blocking.kc * element;
  } else {
    // kc: a panel of B (kc x nr) takes half of a 32 KiB L1, the smallest there is, so that kc is the same
    // everywhere.
    blocking.kc = std::clamp<Index>(round_down((16 << 10) / (shape.nr * element), 8), 64, 512);
    block_bytes = static_cast<Index>(caches.l2) / 2;
    blocking.nc = static_cast<Index>(caches.l3_per_core) * 2 / (blocking.kc * element);
  }
  if (in_fixed_order(shape)) blocking.kc = fixed_kc(shape.type);
  if (wanted.kc <= 0) block_bytes = std::min(block_bytes, static_cast<Index>(caches.l2) * 3 / 4);
  blocking.nc = std::max<Index>(round_down(blocking.nc, shape.nr), 64 * shape.nr);
  if (k > 0) {
    const Index kc_blocks = divide_up(k, blocking.kc);
    blocking.kc = round_up(divide_up(k, kc_blocks), 8);
  }
  // A shallower block is a higher one: C's columns are then read in longer stretches, which counts where K is
  // short.
  blocking.mc = round_down(divide(block_bytes, blocking.kc * element), shape.mr);
  return blocking;
}

}  // namespace numapack
