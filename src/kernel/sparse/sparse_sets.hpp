// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/sparse/sparse_kernel.hpp"

namespace numapack {

/// Loops of one instruction set, all types. In constant storage: the sources that fill it in must not
/// instantiate shared inline code (see KernelRows).
struct SparseLoops {
  SparseKernel<float> s;
  SparseKernel<double> d;
  SparseKernel<std::complex<float>> c;
  SparseKernel<std::complex<double>> z;
};

extern const SparseLoops sparse_loops_portable;
extern const SparseLoops sparse_loops_avx2;
extern const SparseLoops sparse_loops_avx512;
extern const SparseLoops sparse_loops_neon;

}  // namespace numapack
