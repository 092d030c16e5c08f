// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/sparse/sparse_kernel.hpp"

#include <type_traits>

#include "kernel/sparse/sparse_sets.hpp"

namespace numapack {

namespace {

const SparseLoops& sparse_loops_of(InstructionSet set) {
#if defined(NUMAPACK_HAS_AVX512)
  if (set == InstructionSet::avx512) return sparse_loops_avx512;
#endif
#if defined(NUMAPACK_HAS_AVX2)
  if (set == InstructionSet::avx2) return sparse_loops_avx2;
#endif
#if defined(NUMAPACK_HAS_NEON)
  if (set == InstructionSet::neon || set == InstructionSet::sve) return sparse_loops_neon;
#endif
  return sparse_loops_portable;
}

}  // namespace

template <class T>
const SparseKernel<T>& sparse_kernel(InstructionSet set) {
  const SparseLoops& loops = sparse_loops_of(set);
  if constexpr (std::is_same_v<T, float>)
    return loops.s;
  else if constexpr (std::is_same_v<T, double>)
    return loops.d;
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return loops.c;
  else
    return loops.z;
}

template const SparseKernel<float>& sparse_kernel(InstructionSet);
template const SparseKernel<double>& sparse_kernel(InstructionSet);
template const SparseKernel<std::complex<float>>& sparse_kernel(InstructionSet);
template const SparseKernel<std::complex<double>>& sparse_kernel(InstructionSet);

}  // namespace numapack
