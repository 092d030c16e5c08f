// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/skinny/skinny_product.hpp"

namespace numapack {

/// y = alpha op(A) x + beta y, of an A that is in the caches next to the core. None of the sizes is 0.
template <class T>
struct VectorProduct {
  Index rows = 0, columns = 0;  ///< of A as it is stored, column-major
  const T* a = nullptr;
  Index lda = 0;
  bool across = false;     ///< transposed: y has an element for each column
  bool conjugate = false;  ///< A
  const T* x = nullptr;
  T alpha{1}, beta{0};
  T* y = nullptr;  ///< beta == 0 does not read it
};

/// Rounds as the tiles do if A is not transposed or has at most
/// most_steps_in_order rows. Needs 8 KiB of stack
/// and nothing else.
template <class T>
using NearVector = void (*)(const VectorProduct<T>& product);

}  // namespace numapack
