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
    // Cascade Lake, 1 MiB L2, d, n = 4096, one thread, percent of the FMA peak in one run: mc = 240: 79, 192:
    // 82, and
    // 192 with nc = 4096 instead of 3072: 84 (A is packed once a slab; B comes from memory either way). While
    // neighbours
    // use the caches: mc = 240: 64 to 60, 192: 71 to 64, 168: 72 to 69, 144: 72 to 71. kc = 448 or 512: 10
    // less.
    // The other types have the same bytes.
    {"avx512-d24x8", {168, 384, 8192}},
    {"avx512-s48x8", {336, 384, 16384}},
    {"avx512-z12x4", {84, 384, 4096}},
    {"avx512-c24x4", {168, 384, 8192}},
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
