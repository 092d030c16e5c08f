// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/sparse/sparse_loops.hpp"

namespace numapack {

constinit const SparseLoops sparse_loops_neon = all_sparse_loops();

}  // namespace numapack
