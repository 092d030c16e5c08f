// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/algorithms/algorithm.hpp"

namespace numapack {

/// True where multiplying without packing is faster: A in columns, and all of A and B, gaps between their
/// columns included, in the caches next to the core; or a small A and a B of any number
/// of columns, each of which serves few tiles (InPlaceChoice). `kc`: of the order in question; parts of a
/// split K (split_k()) are another matter. Pure.
bool fits_in_place(const Call& call, const KernelShape& kernel, Index kc);

/// True if the kernel's loop can multiply them in place, fast or not, with the bits of packing.
bool can_go_in_place(const Call& call, const KernelShape& kernel, Index kc);

/// True if a split-K product multiplies its operands in place: A's columns are near each other and B's run
/// along K. Pure.
bool split_k_lies_well(const Call& call, const KernelShape& kernel);

/// True if a tiny product with structure is multiplied in place, with symmetric operands written out and C's
/// part in a copy, with the bits of packing: its task and workspace would take longer. Pure.
bool goes_dense(const Call& call, const KernelShape& kernel);

/// How a thread goes through such a part of C, kc steps of K at a time. Pure.
InPlaceAlgorithm in_place_algorithm(const Call& call, const KernelShape& kernel, Index rows, Index columns,
                                    Index kc);

/// The same by bytes from one column of B, and of C, to the next. Few columns of B are in the caches anyway,
/// and each row of tiles then takes them all, as far as C's stay in the caches until the next row (CL-134);
/// otherwise those of B stay in L1 for all rows. `strips`: of A, or rows of a transposed B, are to serve all
/// columns.
InPlaceAlgorithm columns_in_place(const KernelShape& kernel, Index columns, Index column_of_b,
                                  Index column_of_c, bool strips, Index depth);

/// The same of parts of a split K, with kc blocks of at most kc.
InPlaceAlgorithm in_place_split_k(const Call& call, const KernelShape& kernel, Index kc);

}  // namespace numapack
