#pragma once

#include <cstddef>

#include "kernel/in_place_choice.hpp"
#include "kernel/kernel.hpp"

namespace numapack {

// What was chosen by measuring and is the same on all CPUs so far, and what the kernel's row says; figures of
// a CPU are in cpu/rows/. Choices inside a register loop stand beside it: x86/avx512_loops.S (prefetch of A
// and C), x86/avx2_loops.S.

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

/// Whether they do so.
constexpr bool ends_blocks_with_pages(const KernelShape& kernel) {
  return kernel.row->ends_blocks_with_pages;
}

/// Whether a thread's blocks lie side by side, if the threads keep step (TakenWork), in products that are not
/// tall, too.
constexpr bool blocks_lie_side_by_side(const KernelShape& kernel) {
  return kernel.row->blocks_lie_side_by_side;
}

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
constexpr Index most_steps_meanwhile(const KernelShape& kernel) { return kernel.row->most_steps_meanwhile; }

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

/// Whether tiles ask for the block of A that is packed next, where B leaves room for it in L2.
constexpr bool asks_for_next_block(const KernelShape& kernel) { return kernel.row->asks_for_next_block; }

/// Columns that a matrix times a vector is read by at a time, of so many bytes.
constexpr Index columns_by_vector(const KernelShape& kernel, Index column_bytes) {
  return column_bytes >= kernel.row->long_column_bytes ? 8 : 16;
}

/// Bytes of a matrix from which on it comes from memory when it is multiplied by a vector.
constexpr Index streams_from_bytes(const KernelShape& kernel) { return kernel.row->streams_from_bytes; }

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
