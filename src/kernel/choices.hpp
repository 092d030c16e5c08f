// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "kernel/in_place_choice.hpp"
#include "kernel/kernel.hpp"

namespace numapack {

// What was chosen by measuring and is the same on all CPUs so far, and what the kernel's row says; figures of
// a CPU are in cpu/microarchs/. Choices inside a register loop stand next to it: x86/avx512_loops.S (prefetch
// of A and C), x86/avx2_loops.S.

/// Places that are tried for a thread's block of A (see runtime/place_trials.hpp) if it takes at least one of
/// so many parts of L2: in a virtual machine a block's pages share L2's sets by chance, and the worst place
/// is far behind the best (CL-071).
inline constexpr int tried_places = 8;
inline constexpr std::size_t least_tried_parts = 4;

/// How many times more rows than columns or steps of K a node's part has that is tall: blocks of rows end
/// with pages of C, where they can (blocks_of_rows()), so that fewer pages are met (CL-184), and blocks of a
/// thread lie side by side (Turns), which squares do not gain from (CL-183).
inline constexpr Index least_rows_of_tall = 16;

/// Whether sums are in the one order that all CPUs with FMA share (Microarch::fixed_order). Then what an
/// element's value depends on are these figures of its type, in place of the kernel's.
constexpr bool in_fixed_order(const KernelShape& kernel) { return kernel.microarch->fixed_order; }

/// Steps of K of a kc block in fixed order.
constexpr Index fixed_kc(Type type) { return type == Type::s || type == Type::c ? 512 : 384; }

/// Rows of what is cut by MR, and columns of what is cut by NR, where that fixes the order of sums: in fixed
/// order multiples of those of all kernels that have it.
constexpr Index row_unit(const KernelShape& kernel) {
  return in_fixed_order(kernel) ? fixed_order_bytes / Index(bytes_of(kernel.type)) : kernel.mr;
}

/// Whether they do so.
constexpr bool ends_blocks_with_pages(const KernelShape& kernel) {
  return kernel.microarch->ends_blocks_with_pages;
}

/// Whether a thread's blocks lie side by side, if the threads keep step (Turns), in products that are not
/// tall, too.
constexpr bool blocks_lie_side_by_side(const KernelShape& kernel) {
  return kernel.microarch->blocks_lie_side_by_side;
}

/// Bytes of each column of A that a block of such a product has at least: its packing waits for memory, which
/// gives longer stretches sooner (Z3-047, Z3-048).
inline constexpr Index least_stretch_of_tall = 1024;

/// Columns of C up to which, and steps of K from which on, a block of A is packed by the tiles of the one
/// before (PackAhead), and how many steps a block then has at most: with fewer steps or more columns the
/// tiles use lines faster than they come or do it in vain (Z3-051, Z3-053). AVX-512 keeps its kc blocks as
/// they are, so that the bits are those of other cores (Z4-028, Z4-030).
inline constexpr Index most_columns_packing_ahead = 96, least_steps_packing_ahead = 112;
constexpr Index most_steps_packing_ahead(const KernelShape& kernel) {
  return kernel.microarch->most_steps_packing_ahead;
}

/// The number of columns of A in flight. AVX2: the first three lines of each are prefetched, and the
/// processor follows; line by line, columns whole pages apart drive one another out of L2 and hold the
/// buffers that A's stream needs (Z3-052). AVX-512 prefetches line by line, into L1 (Z4-029).
inline constexpr Index columns_prefetched_packing_ahead = 4;

/// Bytes of C's longer side up to which K is cut into pieces that are summed apart, and the least number of
/// pieces: a larger C has tiles enough for all threads without them (CL-127, CL-131).
inline constexpr std::size_t most_split_k_side_bytes = 1 << 9;
inline constexpr Index least_split_k = 4;

/// Such products: the leading dimension of A, in bytes, up to which it is not packed, since columns further
/// apart share sets of L1, and how deep kc blocks are then at least (InPlaceChoice) (CL-128, CL-129).
inline constexpr Index most_split_k_leading_bytes = 1 << 10;
inline constexpr Index least_split_k_depth = 128;

/// Whether tiles prefetch the block of A that is packed next, where B leaves room for it in L2.
constexpr bool prefetches_next_block(const KernelShape& kernel) {
  return kernel.microarch->prefetches_next_block;
}

/// Columns that a matrix times a vector is read by at a time, of so many bytes.
constexpr Index columns_by_vector(const KernelShape& kernel, Index column_bytes) {
  return column_bytes >= kernel.microarch->long_column_bytes ? 8 : 16;
}

/// Bytes of a matrix from which on it comes from memory when it is multiplied by a vector.
constexpr Index streams_from_bytes(const KernelShape& kernel) { return kernel.microarch->streams_from_bytes; }

/// Bytes of a block of A, up to this depth, where the next one is to come into L2 next to it (a tall A and
/// few columns); deeper blocks lose (CL-088, CL-089).
inline constexpr Index most_shallow_bytes = 192 << 10, most_shallow_depth = 128;

/// Bytes of A up to which threads of a node find it in the caches when each packs all of it for itself; see
/// level3/tasks/thread_grid.cpp (CL-177).
inline constexpr Index most_cached_bytes_of_a = 3 << 20;

/// The least side of a product up to which it is asked whether it is skinny: beyond, packed panels are ahead
/// for all types (CL-168).
inline constexpr Index most_skinny = 96;

/// Products with fewer flops go in place before anything else is looked at: on no machine are they large
/// enough for two threads, and the way to a plan takes longer than a tiny product (CL-095).
inline constexpr double least_planned_flops = 2.0 * 40 * 40 * 40;

}  // namespace numapack
