// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/structure.hpp"

namespace numapack {

/// y = alpha A x + beta y of an A of order n of which one triangle is stored, which is read once. Symmetric
/// and Hermitian: each element used for its row and its column. A triangle: A or its transpose; a diagonal of
/// ones is left out. Vectors without gaps.
template <class T>
struct TriangleVectorProduct {
  Pattern pattern;
  bool transposed = false;  ///< a triangle
  bool conjugate = false;   ///< of A; of a symmetric one it is nothing
  Index n = 0;
  T alpha{1};  ///< 0: neither A nor x is read
  const T* a = nullptr;
  Index lda = 0;
  const T* x = nullptr;
  T beta{1};
  T* y = nullptr;  ///< not read if beta is 0
};

/// On the calling thread, or by all nodes that have a part of a large A. The same bits for any number of
/// threads and any homes, as long as there is memory for sums. Thread-safe.
template <class T>
void multiply(const TriangleVectorProduct<T>& product);

}  // namespace numapack
