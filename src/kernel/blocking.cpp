#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/integer.hpp"
#include "kernel/kernel.hpp"

namespace numapack {
namespace {

/// A CPU's choices, each row with the measurement behind it.
struct Row {
  std::string_view kernel;
  Blocking blocking;
};

constexpr Row measured[] = {
    // Cascade Lake, 1 MiB L2, d, n = 2048, one thread: against the best peer 0.94 at kc = 296, 0.95 at 344,
    // 0.96 at
    // 416, 0.81 with mc = 192; nc = 1024 no better than 3072. The other types have the same bytes.
    {"avx512-d24x8", {240, 384, 3072}},
    {"avx512-s48x8", {480, 384, 6144}},
    {"avx512-z12x4", {120, 384, 1536}},
    {"avx512-c24x4", {240, 384, 3072}},
};

Index round_down(Index value, Index unit) { return std::max(unit, divide(value, unit) * unit); }

}  // namespace

Blocking choose_blocking(const KernelShape& shape, const CacheSizes& caches, Index k) {
  const Index element = static_cast<Index>(bytes_of(shape.type));
  Blocking blocking;
  Index block_bytes = 0;  // of A, in L2
  const auto row = std::find_if(std::begin(measured), std::end(measured),
                                [&](const Row& candidate) { return candidate.kernel == shape.name; });
  if (row != std::end(measured)) {
    blocking = row->blocking;
    block_bytes = blocking.mc * blocking.kc * element;
  } else {
    // kc: a panel of B (kc x nr) takes half of a 32 KiB L1, the smallest there is, so that kc is the same
    // everywhere.
    blocking.kc = std::clamp<Index>(round_down((16 << 10) / (shape.nr * element), 8), 64, 512);
    block_bytes = static_cast<Index>(caches.l2) / 2;
    blocking.nc = static_cast<Index>(caches.l3_per_core) * 2 / (blocking.kc * element);
  }
  block_bytes = std::min(block_bytes, static_cast<Index>(caches.l2) * 3 / 4);
  blocking.nc = std::max<Index>(round_down(blocking.nc, shape.nr), 64 * shape.nr);
  if (k > 0) {
    const Index slabs = divide_up(k, blocking.kc);
    blocking.kc = round_up(divide_up(k, slabs), 8);
  }
  // A shallower block is a higher one: C's columns are then read in longer stretches, which counts where K is
  // short.
  blocking.mc = round_down(divide(block_bytes, blocking.kc * element), shape.mr);
  return blocking;
}

}  // namespace numapack
