// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>

#include "level3/gemm.hpp"

namespace numapack {

/// A Hermitian matrix's diagonal is real, whatever is stored, and rounding may leave something. Real types
/// have nothing to make real.
template <class T>
void make_diagonal_real(const Problem<T>& problem) {
  if constexpr (!std::is_floating_point_v<T>)
    for (Index i = 0; i < problem.n; ++i) {
      T& element = problem.c[i * (problem.ldc + 1)];
      element = std::real(element);
    }
}

/// A Hermitian C by a product, which is `multiply`: nothing is written if the problem is wrong, or
/// adds nothing.
template <class T, class Multiply>
void update_hermitian(const Problem<T>& problem, const Multiply& multiply) {
  validate(problem);
  if ((problem.alpha == T{0} || problem.k == 0) && problem.beta == T{1}) return;
  make_diagonal_real(problem);
  multiply();
  make_diagonal_real(problem);
}

}  // namespace numapack
