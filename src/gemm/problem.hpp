#pragma once

#include <string>

#include "kernel/kernel.hpp"
#include "numapack/numapack.hpp"

namespace numapack {

/// 'N', 'T', 'C' or 'R' (conjugate, not transposed), either case. Throws Error(invalid_argument).
Transpose parse_transpose(char letter);
char letter(Transpose op);
inline bool transposes(Transpose op) {
  return op == Transpose::transpose || op == Transpose::conjugate_transpose;
}
inline bool conjugates(Transpose op) {
  return op == Transpose::conjugate || op == Transpose::conjugate_transpose;
}

/// What the plan needs to know of a multiplication: C (m x n) = alpha op(A) (m x k) op(B) (k x n) + beta C,
/// everything column-major (row-major callers swap A and B first).
struct Shape {
  Type type = Type::d;
  Index m = 0, n = 0, k = 0;
  Transpose trans_a = Transpose::none, trans_b = Transpose::none;
  bool reads_c = true;  ///< beta != 0

  double flops() const { return (is_complex(type) ? 8.0 : 2.0) * double(m) * double(n) * double(k); }
  std::size_t element_bytes() const { return bytes_of(type); }
};

/// A multiplication with its data. Leading dimensions in elements, as in BLAS.
template <class T>
struct Problem {
  Transpose trans_a = Transpose::none, trans_b = Transpose::none;
  Index m = 0, n = 0, k = 0;
  T alpha{1};
  const T* a = nullptr;
  Index lda = 0;
  const T* b = nullptr;
  Index ldb = 0;
  T beta{0};
  T* c = nullptr;
  Index ldc = 0;
  Layout spoken = Layout::column_major;  ///< how the caller put it; row_major: A and B (m and n) were
                                         ///< swapped. For messages only.

  Shape shape() const { return {type_of<T>(), m, n, k, trans_a, trans_b, beta != T{0}}; }
};

/// Checks a problem before anything is touched: negative sizes, leading dimensions below the number of stored
/// rows, null pointers where there are elements, sizes whose bytes overflow, C sharing an element with A or B
/// (interleaved sub-matrices of one array are fine). Throws Error(invalid_argument) naming the argument, its
/// value and what is allowed.
template <class T>
void validate(const Problem<T>& problem);

}  // namespace numapack
