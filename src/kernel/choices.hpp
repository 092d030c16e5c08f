#pragma once

#include <cstddef>
#include <limits>
#include <string_view>

#include "kernel/in_place_choice.hpp"
#include "kernel/kernel.hpp"

namespace numapack {

// What was chosen for a CPU by measuring it, in one place, but for operands that are multiplied as they lie,
// which have in_place_choice.hpp; docs/experiments/ has the measurements by their ids. Choices inside a
// register loop stand beside it: x86/avx512_loops.S (prefetch of A and C), x86/avx2_loops.S.

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
/// so many parts of L2: in a virtual machine a block's pages share L2's sets by chance, and the worst place
/// is far behind the best (CL-071).
inline constexpr int tried_places = 8;
inline constexpr std::size_t least_tried_parts = 4;

/// How many times more rows than columns or steps of K a node's part has that is tall: blocks of rows end
/// with pages of C, where they can (blocks_of_rows()), so that fewer pages are met (CL-184), and blocks of a
/// thread lie side by side (TakenWork), which squares do not gain from (CL-183).
inline constexpr Index least_rows_of_tall = 16;

/// Whether they do so. Not with AVX-512 on AMD's cores, where it gives less than it costs: a page is 21 tiles
/// of 24 rows and 8 more (Z4-032).
constexpr bool ends_blocks_with_pages(const KernelShape& kernel) { return !kernel.is_avx512_of_amd(); }

/// Whether a thread's blocks lie side by side, if the threads keep step (TakenWork), in products that are not
/// tall, too: on AMD's cores with AVX-512 all products gain (Z4-058).
constexpr bool blocks_lie_side_by_side(const KernelShape& kernel) { return kernel.is_avx512_of_amd(); }

/// Bytes of each column of A that a block of such a product has at least: its packing waits for memory, which
/// gives longer stretches sooner (Z3-047, Z3-048).
inline constexpr Index least_stretch_of_tall = 1024;

/// Columns of C up to which, and steps of K from which on, a block of A is packed by the tiles of the one
/// before (BlockMeanwhile), and how many steps a block then has at most: with fewer steps or more columns the
/// tiles use lines faster than they come or do it in vain (Z3-051, Z3-053). AVX-512 keeps its slabs as they
/// are, so that the bits are those of other cores (Z4-028, Z4-030).
inline constexpr Index most_columns_meanwhile = 96, least_steps_meanwhile = 112;
constexpr Index most_steps_meanwhile(const KernelShape& kernel) {
  return kernel.set == InstructionSet::avx2 ? 256 : std::numeric_limits<Index>::max();
}

/// So many columns of A on the way. AVX2: the first three lines of each are asked for, and the processor
/// follows; line by line, columns whole pages apart drive one another out of L2 and hold the buffers that A's
/// stream needs (Z3-052). AVX-512 asks line by line, into L1 (Z4-029).
inline constexpr Index columns_asked_for_meanwhile = 4;

/// Bytes of C's longer side up to which K is cut into pieces that are summed apart, and the least number of
/// pieces: a larger C has tiles enough for all threads without them (CL-127, CL-131).
inline constexpr std::size_t most_pieced_side_bytes = 1 << 9;
inline constexpr Index least_k_pieces = 4;

/// Such products: the leading dimension of A, in bytes, up to which it is not packed, since columns further
/// apart share sets of L1, and how deep slabs are then at least (InPlaceChoice) (CL-128, CL-129).
inline constexpr Index most_pieced_leading_bytes = 1 << 10;
inline constexpr Index least_pieced_depth = 128;

/// Whether packing of columns asks for each line of those four ahead, not only for their first ones: Zen 3
/// gains (Z3-058), Cascade Lake's processor follows by itself (CL-180).
constexpr bool packing_asks_for_all_lines(int bytes_of_vector) { return bytes_of_vector == 32; }

/// Whether tiles ask for the block of A that is packed next, where B leaves room for it in L2. Cascade Lake
/// gains (CL-032); on Zen 3 packing then waits for what the tiles have asked for and is better left to ask
/// for itself (Z3-057), and Zen 4 is no slower without (Z4-026).
constexpr bool asks_for_next_block(const KernelShape& kernel) {
  return kernel.set != InstructionSet::avx2 && kernel.maker != Maker::amd;
}

/// Columns that a matrix times a vector is read by at a time, of so many bytes: few are streams that
/// processors follow, more are fewer passes over the result (Z3-063, Z4-048).
constexpr Index columns_by_vector(const KernelShape& kernel, Index column_bytes) {
  constexpr Index long_column = 16 << 10;
  const bool few = kernel.set == InstructionSet::avx2 || kernel.set == InstructionSet::portable ||
                   (kernel.maker == Maker::amd && column_bytes >= long_column);
  return few ? 8 : 16;
}

/// Bytes of a matrix from which on it comes from memory when it is multiplied by a vector: its columns are
/// then read as streams of their own, each asked for (kernel/thin_streams.hpp), which loses where they are in
/// L3 (Z4-049, Z4-051).
constexpr Index streams_from_bytes(const KernelShape& kernel) {
  return kernel.maker == Maker::amd || kernel.set == InstructionSet::avx2 ? Index{16} << 20
                                                                          : std::numeric_limits<Index>::max();
}

/// Bytes of a block of A, up to this depth, where the next one is to come into L2 beside it (a tall A and few
/// columns); deeper blocks lose (CL-088, CL-089).
inline constexpr Index most_shallow_bytes = 192 << 10, most_shallow_depth = 128;

/// Bytes of A up to which threads of a node find it in the caches when each packs all of it for itself; see
/// gemm/thread_grid.cpp (CL-177).
inline constexpr Index most_cached_bytes_of_a = 3 << 20;

/// The least side of a product up to which it is asked whether it is thin: beyond, packed panels are ahead
/// for all types (CL-168).
inline constexpr Index most_thin = 96;

/// Products with fewer flops go in place before anything else is looked at: on no machine are they large
/// enough for two threads, and the way to a plan takes longer than a tiny product (CL-095).
inline constexpr double least_planned_flops = 2.0 * 40 * 40 * 40;

}  // namespace numapack
