// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string_view>

#include "cpu/in_place_choice.hpp"
#include "cpu/instruction_set.hpp"
#include "cpu/skinny_cycles.hpp"

namespace numapack {

/// Cache blocks of the five-loop algorithm, in elements: mc x kc of A in L2, kc x nr of B in L1, kc x nc of B
/// in L3. kc fixes the order of rounding.
struct Blocking {
  Index mc = 0, kc = 0, nc = 0;
  bool operator==(const Blocking&) const = default;
};

/// A micro-kernel of a microarchitecture. kc 0: blocks go by the sizes of the caches (choose_blocking()).
struct MicroarchKernel {
  const char* name = "";
  Blocking blocks = {};
};

/// All that is chosen for a microarchitecture, as data: rows/ has a file each, docs/how-to/adding-a-cpu.md
/// says how to add one. What an instruction set can do at all is the kernels', and not here.
struct Microarch {
  const char* name = "";          ///< as in NUMAPACK_CPU
  const char* title = "";         ///< for people
  const char* architecture = "";  ///< of the machines that have it, "x86_64" or "aarch64"; "": of any
  InstructionSet set = InstructionSet::portable;  ///< of its kernels
  int vector_bytes = 0;                           ///< SVE: of a vector; 0: any

  bool measured = false;          ///< its figures were chosen by measuring such a CPU; if not:
  const char* assumed_from = "";  ///< … of which row they are, or of which public facts

  /// Sums are in the one order that all CPUs with FMA share, see fixed_order_microarch(): the other figures
  /// say how fast a product is, and none says how it is rounded.
  bool fixed_order = false;

  MicroarchKernel kernels[4];  ///< of s, d, c and z

  InPlaceChoice in_place;
  SkinnyCycles cycles;

  /// Blocks of rows of a tall product end with pages of C, where they can: false where tiles of the kernel's
  /// height gain nothing by that.
  bool ends_blocks_with_pages;

  /// A thread's blocks lie side by side, if the threads keep step, also in products that are not tall.
  bool blocks_lie_side_by_side;

  /// Steps of K of a kc block whose blocks of A are packed by the tiles of the ones before: fewer leave tiles
  /// less time, more take more of L2. The bits follow.
  Index most_steps_packing_ahead;

  /// Packing of columns prefetches each line of the next four, not only their first ones: for processors that
  /// do not follow by themselves.
  bool packing_prefetches_all_lines;

  /// Tiles prefetch the block of A that is packed next, where B leaves room for it in L2; false: packing
  /// prefetches for itself.
  bool prefetches_next_block;

  /// Bytes of a column from which on a matrix times a vector is read by 8 columns at a time, not 16: few are
  /// streams that processors follow.
  Index long_column_bytes;

  /// Bytes of a matrix from which on it comes from memory when it is multiplied by a vector: its columns are
  /// then read as separate streams, each prefetched (kernel/skinny/skinny_streams.hpp).
  Index streams_from_bytes;

  /// True if it is a kernel of this microarchitecture, of whatever type.
  constexpr bool has(std::string_view kernel) const {
    for (const MicroarchKernel& own : kernels)
      if (own.name == kernel) return true;
    return false;
  }
};

/// Where nothing is so large.
inline constexpr Index never_so_many = std::numeric_limits<Index>::max();

}  // namespace numapack
