// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "level2/level2.hpp"
#include "level3/call/arguments.hpp"
#include "level3/call/plain.hpp"

namespace numapack {

// What routines of level 2 make of their vectors and look at before they begin. check_… throw Error.

template <class T>
void check_vector(const char* routine, const char* name, const Vector<T>& vector) {
  if (vector.step == 0) invalid(routine, std::string("inc") + name + " is 0", "use any other step");
  Index bytes = 0;
  if (__builtin_mul_overflow(vector.step, vector.size, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<Index>(sizeof(T)), &bytes))
    invalid(routine, std::string("the bytes of ") + name + " exceed the address space", "use smaller sizes");
  if (vector.size > 0) require_address(routine, name, vector.data);
}

template <class T>
void check_matrix(const char* routine, Index m, Index n, const T* a, Index lda) {
  require_matrix(routine, "a", "lda", m, n, lda, sizeof(T));
  if (m > 0 && n > 0) require_address(routine, "a", a);
}

template <class T>
T* element(const Vector<T>& vector, Index i) {
  return vector.data + (vector.step > 0 ? i : i - vector.size + 1) * vector.step;
}

/// A vector whose elements are neighbours, or their conjugates: as it is, or a copy.
template <class T>
class Neighbours {
 public:
  explicit Neighbours(const Vector<const T>& from, bool conjugate = false) : data_(from.data) {
    if (from.step == 1 && !conjugate) return;
    copy_.reserve(static_cast<std::size_t>(from.size));
    for (Index i = 0; i < from.size; ++i) {
      const T value = *element(from, i);
      copy_.push_back(conjugate ? conjugate_of(value) : value);
    }
    data_ = copy_.data();
  }
  const T* data() const { return data_; }

 private:
  std::vector<T> copy_;
  const T* data_;
};

/// body(y whose elements are neighbours), then y is where it belongs; `reads` it before.
template <class T, class Body>
void with_neighbours(const Vector<T>& y, bool reads, const Body& body) {
  if (y.step == 1) return body(y.data);
  std::vector<T> copy(static_cast<std::size_t>(y.size));
  for (Index i = 0; reads && i < y.size; ++i) copy[static_cast<std::size_t>(i)] = *element(y, i);
  body(copy.data());
  for (Index i = 0; i < y.size; ++i) *element(y, i) = copy[static_cast<std::size_t>(i)];
}

/// y = alpha op(A) x + beta y without copies of vectors with gaps: as rows, y^T = alpha x^T op(A)^T + beta
/// y^T.
template <class T>
void multiply_vector_plainly(Transpose op, const Pattern& pattern, T alpha, const T* a, Index lda,
                             const Vector<const T>& x, T beta, const Vector<T>& y) {
  Problem<T> p;
  p.trans_b = transposed(op), p.pattern_b = pattern;
  p.m = 1, p.n = y.size, p.k = x.size;
  p.alpha = alpha, p.beta = beta;
  p.a = x.size > 0 ? element(x, 0) : nullptr, p.lda = x.step;
  p.b = a, p.ldb = lda;
  p.c = element(y, 0), p.ldc = y.step;
  multiply_plainly(p);
}

/// A += alpha x y^T in C's region, likewise, of the vectors or of their conjugates.
template <class T>
void add_outer_product_plainly(T alpha, const Vector<const T>& x, bool conjugate_x, const Vector<const T>& y,
                               bool conjugate_y, MatrixType region, T* a, Index lda) {
  Problem<T> p;
  p.trans_a = conjugate_x ? Transpose::conjugate_transpose : Transpose::transpose;
  p.trans_b = conjugate_y ? Transpose::conjugate : Transpose::none;
  p.m = x.size, p.n = y.size, p.k = 1;
  p.alpha = alpha, p.beta = T{1};
  p.a = element(x, 0), p.lda = x.step;
  p.b = element(y, 0), p.ldb = y.step;
  p.c = a, p.ldc = lda;
  p.region = region;
  multiply_plainly(p);
}

}  // namespace numapack
