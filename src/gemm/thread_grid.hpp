#pragma once

#include "gemm/plan.hpp"

namespace numapack {

/// How `threads` share a part of C of m x n: the fewest micro-tiles for the busiest thread first of all, then
/// the least packing of A and reading of B a thread. Columns beyond one make threads share packed blocks of
/// A, which needs a barrier a block, so they must save two per cent.
Grid choose_thread_grid(Index m, Index n, int threads, const KernelShape& kernel, const Blocking& blocking);

/// mc at most `mc` such that the rows of a thread row fall into blocks of equal size, in multiples of mr.
Index balanced_mc(Index thread_rows, Index mc, Index mr);

}  // namespace numapack
