// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The loops of one instruction set (internal linkage, no inline functions of the standard library, see
// tile.hpp).

#include "kernel/sparse/row_loop.hpp"
#include "kernel/sparse/slice_loop.hpp"
#include "kernel/sparse/sparse_sets.hpp"

namespace numapack {
namespace {

template <class T>
constexpr SparseKernel<T> sparse_kernel_of() {
  return {multiply_slices<T>, finish_pieces<T>, multiply_rows<T, std::int32_t>,
          multiply_rows<T, std::int64_t>};
}

constexpr SparseLoops all_sparse_loops() {
  return {sparse_kernel_of<float>(), sparse_kernel_of<double>(), sparse_kernel_of<std::complex<float>>(),
          sparse_kernel_of<std::complex<double>>()};
}

}  // namespace
}  // namespace numapack
