// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/structure.hpp"

namespace numapack {

/// y += alpha A x of an A of order n of which a half is stored, which is read once. Symmetric and Hermitian:
/// each element used for its row and its column. A triangle: A or its transpose; a diagonal of ones is left
/// out. Vectors without gaps.
template <class T>
struct HalfVectorProduct {
  Pattern pattern;
  bool transposed = false;  ///< a triangle
  bool conjugate = false;   ///< of A; of a symmetric one it is nothing
  Index n = 0;
  T alpha{1};
  const T* a = nullptr;
  Index lda = 0;
  const T* x = nullptr;
  T* y = nullptr;
};

/// On the calling thread, or by all nodes that have a part of a large A. The same bits for any number of
/// threads and any homes. Throws Error before anything is written. Thread-safe.
template <class T>
void add(const HalfVectorProduct<T>& product);

}  // namespace numapack
