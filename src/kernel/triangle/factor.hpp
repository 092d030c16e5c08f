// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The factor kernels, vectorised by the instruction set of the source that includes this (internal linkage,
// no inline functions of the standard library, see tile.hpp).

#include "kernel/symv/mirror.hpp"
#include "kernel/symv/substitute.hpp"
#include "kernel/symv/update.hpp"
#include "kernel/triangle/factor_eliminate.hpp"
#include "kernel/triangle/factor_sets.hpp"
#include "kernel/triangle/factor_solve.hpp"
#include "kernel/triangle/reflect.hpp"
#include "kernel/triangle/triangle_solve.hpp"

namespace numapack {
namespace {

template <class T, int MR, int NR, bool fixed = false>
constexpr FactorKernel<T> factor_kernel_of(const char* name) {
  static_assert(!fixed || (chunk_rows<T, MR, fixed>() % MR == 0 && chunk_rows<T, NR, fixed>() % NR == 0));
  return {name,
          fixed,
          eliminate<T, MR>,
          scale_column<T, MR>,
          solve_panel<T, MR, NR, fixed>,
          solve_diagonal<T, MR, NR, fixed>,
          dots<T, fixed>,
          subtract<T>,
          mirror<T>,
          substitute<T>,
          update<T>};
}

}  // namespace
}  // namespace numapack
