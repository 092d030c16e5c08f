// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/structure.hpp"

namespace numapack {

/// y += alpha A x, A symmetric or Hermitian of order n, of which the stored half is read, once; `conjugate`:
/// y
/// += alpha conj(A) x. Vectors without gaps. Columns four at a time, each element used for its row and its
/// column.
template <class T>
struct SymmetricVectorProduct {
  Pattern pattern;
  bool conjugate = false;
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
void add(const SymmetricVectorProduct<T>& product);

}  // namespace numapack
