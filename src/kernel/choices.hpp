#pragma once

#include <cstddef>
#include <string_view>

#include "kernel/kernel.hpp"

namespace numapack {

// What was chosen for a CPU by measuring it, in one place; docs/performance.md has the experiments. Choices
// inside a register loop stand beside it: x86/avx512_loops.S (prefetch of A and C), x86/avx2_loops.S.

/// Cache blocks of a kernel, with the measurement that chose them. Kernels without a row go by the sizes of
/// the caches (choose_blocking()).
struct BlockingChoice {
  std::string_view kernel;
  Blocking blocking;
  std::string_view measured;
};

inline constexpr BlockingChoice blocking_choices[] = {
    {"avx512-d24x8",
     {168, 384, 8192},
     "Cascade Lake, 1 MiB L2, n = 4096, one thread, percent of the FMA peak in one run: mc = 240: 79, "
     "192: 82, 192 with nc = 4096 instead of 3072: 84 (A is packed once a slab; B comes from memory either "
     "way). While neighbours use the caches: mc = 240: 64 to 60, 192: 71 to 64, 168: 72 to 69, 144: 72 to "
     "71. kc = 448 or 512: 10 less."},
    {"avx512-s48x8", {336, 384, 16384}, "as many bytes as avx512-d24x8"},
    {"avx512-z12x4", {84, 384, 4096}, "as many bytes as avx512-d24x8"},
    {"avx512-c24x4", {168, 384, 8192}, "as many bytes as avx512-d24x8"},
};

/// Bytes of A and B, gaps included, up to which they are multiplied where they lie. Cascade Lake, one thread:
/// packing takes a quarter of the time at n = 64 and a tenth at n = 128; in place, median ratio to the best
/// of three peers: n = 64 0.73 before, 0.89 to 1.0 after; n = 16 0.25 before, 0.94 after. In place against
/// packed: n = 144 1.08, 172 1.03, 184 1.10, 200 1.06, 216 0.99, 240 0.96; two threads: 184 1.14, 200 1.13.
inline constexpr std::size_t most_in_place_bytes = 640 << 10;

/// Rows (in tiles of MR) and bytes of A up to which B is read where it lies, however many columns it has:
/// packed, an element would be used that often.
inline constexpr Index most_flat_tiles = 4;
inline constexpr std::size_t most_flat_bytes = 128 << 10;

/// Products with fewer flops go in place before anything else is looked at: on no machine are they large
/// enough for two threads. The way to a plan costs 0.4 us on Cascade Lake, three times what n = 16 takes.
inline constexpr double least_planned_flops = 2.0 * 40 * 40 * 40;

}  // namespace numapack
