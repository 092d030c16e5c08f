#pragma once

#include <cstddef>
#include <limits>
#include <string_view>

#include "kernel/in_place_choice.hpp"
#include "kernel/kernel.hpp"

namespace numapack {

// What was chosen for a CPU by measuring it, in one place, but for operands that are multiplied as they lie,
// which have in_place_choice.hpp; docs/performance.md has the experiments. Choices inside a register loop
// stand beside it: x86/avx512_loops.S (prefetch of A and C), x86/avx2_loops.S.

/// Cache blocks of a kernel, with the measurement that chose them. Kernels without a row go by the sizes of
/// the caches (choose_blocking()).
struct BlockingChoice {
  std::string_view kernel;
  Blocking blocking;
  std::string_view measured;
};

inline constexpr BlockingChoice blocking_choices[] = {
    {"avx512-d24x8",
     {192, 384, 8192},
     "Cascade Lake, 1 MiB L2, against MKL, median of 5 processes, mc = 168, 192, 216 with the best of 8 "
     "places for the block: one thread n = 1024 1.05, 1.06, 1.05; 2048 1.04, 1.05, 1.04; two threads 1024 "
     "1.03, 1.05, 1.045; 2048 1.04, 1.05, 1.04; 4096 0.975, 0.98, 0.97, and with nc = 1024, 2048, 3072 "
     "0.95, 0.96, 0.97 (A is packed once a slab; B comes from memory either way). kc = 448, 512: 10 % less."},
    {"avx512-s48x8",
     {288, 512, 16384},
     "blocks of as many bytes as avx512-d24x8; kc = 512 against 384: one thread and two, n = 512 1.01 and "
     "1.025, 1024 1.015 and 1.01, 2048 1.00 and 1.01, 4096, two threads 0.99; kc = 768: 1024 1.00 and 1.01"},
    {"avx512-z12x4", {96, 384, 4096}, "as many bytes as avx512-d24x8"},
    {"avx512-c24x4",
     {144, 512, 8192},
     "as avx512-s48x8; kc = 512 against 384: n = 512 1.01 and 1.02, 1024 1.03 and 1.00, 2048 1.01 and 1.00"},
    {"avx2-d8x6",
     {64, 384, 4080},
     "Zen 3, 512 KiB L2, against {96, 336} from the caches, two threads: n = 512 1.015, 1024 1.02, 2048 "
     "1.015, 4096 x 1024, k = 192 1.03; one thread, mc = 64, 96, 128: 768 1.03, 1.01, 1.02; 1024 1.02, 1.00, "
     "1.00; kc = 256 and 512 no better"},
    {"avx2-s16x6", {96, 512, 8160}, "as many bytes as avx2-d8x6; two threads: s 1024 1.05"},
    {"avx2-z4x3", {32, 384, 2040}, "as many bytes as avx2-d8x6; two threads: z 512 0.985, 768 1.07"},
    {"avx2-c8x3", {48, 512, 4080}, "as many bytes as avx2-s16x6; two threads: c 512 1.015"},
};

/// Places that are tried for a thread's block of A (see runtime/place_trials.hpp) if it takes at least one of
/// so many parts of L2. Cascade Lake, virtual machine, two threads, against MKL, mc = 168, least and median
/// of 8 processes: n = 1024 0.98 and 1.02 in one place, 1.02 and 1.03 in the best of eight; 2048 0.92 and
/// 1.03, 1.02 and 1.035; 4096 x 4096, k = 192 0.80 and 1.03, 1.025 and 1.03.
inline constexpr int tried_places = 8;
inline constexpr std::size_t least_tried_parts = 4;

/// How many times more rows than columns or steps of K a node's part has that is tall: blocks of rows end
/// with pages of C, where they can (blocks_of_rows()). Cascade Lake, one thread and two: 4096 x 4096, k =
/// 64 1.045 and 1.03, 128 1.03 and 1.01, 192 1.02 to 1.04 and 1.00, 384 1.01 and 0.99; 16384 x 64, k =
/// 64 1.02 and 1.02, k = 1024 1.03 and 1.02; 16384 x 512, k = 512 1.04 and 1.04; squares of 1024 to 4096 (d,
/// s, z, c) 0.99 to 1.02. And blocks of a thread lie side by side (TakenWork): squares 0.985 to 1.01.
inline constexpr Index least_rows_of_tall = 16;

/// Whether they do so. Zen 4, AVX-512, one thread, without: 16384 x 64, k = 1024 1.02, k = 64 0.99, 4096 x
/// 4096, k = 64, 128, 192 1.00, 1.007, 1.005: a page is 21 tiles of 24 rows and 8 more.
constexpr bool ends_blocks_with_pages(const KernelShape& kernel) { return !kernel.is_avx512_of_amd(); }

/// Whether a thread's blocks lie side by side, if the threads keep step (TakenWork), in products that are not
/// tall, too. Zen 4, AVX-512, two threads, against blocks in turn: n = 1024 1.04, 2048 1.005, 3000 1.03, 4096
/// 1.03 to 1.05, 4096 x 2048, k = 2048 1.09, z 1024 1.03, s 2048 1.00.
constexpr bool blocks_lie_side_by_side(const KernelShape& kernel) { return kernel.is_avx512_of_amd(); }

/// Bytes of each column of A that a block of such a product has at least: its packing waits for memory, which
/// gives longer stretches sooner. Zen 3, one thread and two, in place of 512 bytes: 16384 x 64, k = 1024, d
/// 1.035 and 1.02, s 1.03 and 1.02; d, k = 300 1.015, 16384 x 256, k = 512 0.99; z 0.98. 768 bytes: 1.015
/// and 1.025, 1.01 and 1.01; 1.01, 1.025; 0.995.
inline constexpr Index least_stretch_of_tall = 1024;

/// Columns of C up to which, and steps of K from which on, a block of A is packed by the tiles of the one
/// before (BlockMeanwhile), and how many steps a block then has at most. Zen 3, one thread and two, d 16384 x
/// 64: k = 64 0.93, 96 0.97, 112 1.00, 128 1.11 to 1.18 and 1.11 to 1.16, 384 1.07, 1024 1.06 and 1.00 (up to
/// 344 steps 1.04 and 0.99, 176 1.03 and 0.97, 128 1.01 and 0.95); s, k = 1024 1.08; d, k = 512, 128 columns
/// 1.04 and 0.95 to 1.00, 160 0.96, 500 0.97. Zen 4, AVX-512, slabs as they are (so that the bits are those
/// of other cores): 16384 x 64, k = 128 1.11, 1024 1.13; x 96 1.08; s, k = 1024 1.12.
inline constexpr Index most_columns_meanwhile = 96, least_steps_meanwhile = 112;
constexpr Index most_steps_meanwhile(const KernelShape& kernel) {
  return kernel.set == InstructionSet::avx2 ? 256 : std::numeric_limits<Index>::max();
}

/// So many columns of A on the way. AVX2: the first three lines of each are asked for, and the processor
/// follows. Zen 3, 16384 x 64, k = 1024: 1.03, 1.02, 1.07, 1.07 with 1, 2, 4, 8; asked for line by line, 1.00
/// to 1.03, because columns whole pages apart drive one another out of L2 and hold the buffers that A's
/// stream needs. AVX-512, Zen 4: 1.03, 1.04, 1.03 with 2, 4, 8; asked for line by line, into L2 1.07
/// to 1.10, 1.08 to 1.12, 1.08 to 1.10, into L1 1.13 with 4.
inline constexpr Index columns_asked_for_meanwhile = 4;

/// Bytes of C's longer side up to which K is cut into pieces that are summed apart, and the least number of
/// pieces. Cascade Lake, A packed: 64 x 64, k = 16384 1.01 of the rate, two threads 1.65; but 128 x 128 0.86
/// on one thread.
inline constexpr std::size_t most_pieced_side_bytes = 1 << 9;
inline constexpr Index least_k_pieces = 4;

/// Such products: the leading dimension of A, in bytes, up to which it is not packed, and how deep slabs are
/// then at least (InPlaceChoice). Cascade Lake, 64 x 64, k = 16384: lda = 64 1.22 of the rate, two threads
/// 1.73, 128 1.07 and 1.6; 512 0.87, packed 1.01. Depths of 64, 96, 128, 176, 344: 1.09, 1.15, 1.18, 1.13,
/// 1.07.
inline constexpr Index most_pieced_leading_bytes = 1 << 10;
inline constexpr Index least_pieced_depth = 128;

/// Whether packing of columns asks for each line of those four ahead, not only for their first ones. Zen 3,
/// one thread: 12000 x 32, k = 700, ld 12005 1.19, x 48 1.03, 4000 x 32, k = 500, ld 4003 1.12, 2048 x 16, k
/// = 600 1.09, 16384 x 32, k = 1024 1.00, d 1024 1.05, 512 1.01. Cascade Lake's processor follows by itself.
constexpr bool packing_asks_for_all_lines(int bytes_of_vector) { return bytes_of_vector == 32; }

/// Whether tiles ask for the block of A that is packed next, where B leaves room for it in L2. Cascade Lake
/// gains (most_shallow_bytes); Zen 3, whose packing then waits for what the tiles have asked for, one thread,
/// 16384 x 24, k = 1024 0.88, x 32 0.87, x 32, k = 200 0.80, x 64 0.97 (against packing that asks for
/// itself). Zen 4, AVX-512: 16384 x 64, k = 1024 1.03 without, k = 128 1.02, x 32, k = 1024 1.03, x 24, k =
/// 300 1.02, x 64, k = 64 0.99.
constexpr bool asks_for_next_block(const KernelShape& kernel) {
  return kernel.set != InstructionSet::avx2 && kernel.maker != Maker::amd;
}

/// Columns that a matrix times a vector is read by at a time, of so many bytes: few are streams that
/// processors follow. Zen 3, 8 columns in place of 16, 4: d 4000 x 4000 1.2, 1.4 of the rate, 1000 x 1000
/// 1.01, 0.92. Zen 4, 8, 4: 4000 x 4000 1.23, 1.14, s 1.11, 1.01, 10000 x 500 1.34, 1.13; 1000 x 1000 0.96,
/// 0.86, 500 x 10000 0.96, 0.80.
constexpr Index columns_by_vector(const KernelShape& kernel, Index column_bytes) {
  constexpr Index long_column = 16 << 10;
  const bool few = kernel.set == InstructionSet::avx2 || kernel.set == InstructionSet::portable ||
                   (kernel.maker == Maker::amd && column_bytes >= long_column);
  return few ? 8 : 16;
}

/// Bytes of a matrix from which on it comes from memory when it is multiplied by a vector: its columns are
/// then read as streams of their own, each asked for (kernel/thin_streams.hpp). Zen 4, one thread, from
/// memory, AVX-512 and AVX2: d 4000 x 4000 1.25 and 1.13 of the rate, 4096 x 4096 1.20 and 1.04, 500 x
/// 10000 1.48 and 1.00, s 6000 x 6000 1.25 and 1.08; 1500 x 1500 1.37 and 1.06. In a 32 MiB L3 1000 x 1000
/// 0.90, 1360 x 1360 0.98.
constexpr Index streams_from_bytes(const KernelShape& kernel) {
  return kernel.maker == Maker::amd || kernel.set == InstructionSet::avx2 ? Index{16} << 20
                                                                          : std::numeric_limits<Index>::max();
}

/// Bytes of a block of A, up to this depth, where the next one is to come into L2 beside it (a tall A and few
/// columns). Cascade Lake, 16384 x 64, one thread and two, in place of a block of 504 KiB: k = 64, 336 KiB
/// 1.02 and 1.02, 192 KiB 1.05 and 1.01; k = 128, 336 KiB 1.03 and 1.04, 192 KiB 1.05 and 1.07; 144 KiB 1.03,
/// 1.02, 1.00 and 1.06; deeper ones (k = 256, 1024) lose.
inline constexpr Index most_shallow_bytes = 192 << 10, most_shallow_depth = 128;

/// Bytes of A up to which threads of a node find it in the caches when each packs all of it for itself; see
/// gemm/thread_grid.cpp. Cascade Lake, two threads, two columns of C against two rows: s 1024 (4 MiB) 1.00,
/// z 512 (4 MiB) 0.99, c 512 and d 512 (2 MiB) 1.01 and 1.02, d 768 (4.5 MiB) 0.99.
inline constexpr Index most_cached_bytes_of_a = 3 << 20;

/// The least side of a product up to which it is asked whether it is thin: with sides of 100, packed panels
/// are ahead for all types (z 100: 0.96 of MKL, 0.51 by rows).
inline constexpr Index most_thin = 96;

/// Products with fewer flops go in place before anything else is looked at: on no machine are they large
/// enough for two threads. The way to a plan costs 0.4 us on Cascade Lake, three times what n = 16 takes.
inline constexpr double least_planned_flops = 2.0 * 40 * 40 * 40;

}  // namespace numapack
