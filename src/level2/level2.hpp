// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/call/call.hpp"
#include "numapack/level3.hpp"

namespace numapack {

// Matrix times vector as products of level 3 whose C or K has one column, or in pieces: so a matrix that is
// spread over nodes is read by all of them at once. Everything column-major. All throw Error; nothing is
// written then. Any number of threads may call at once.

/// A vector of a BLAS call: element i at data[i * step], or, with a negative step, at data[(i - size + 1) *
/// step].
template <class T>
struct Vector {
  T* data = nullptr;
  Index size = 0, step = 1;
};

/// y = alpha op(A) x + beta y; A as stored is m x n.
template <class T>
void multiply_vector(const char* routine, Transpose op, Index m, Index n, T alpha, const T* a, Index lda,
                     const Vector<const T>& x, T beta, const Vector<T>& y);

/// A = alpha x y^T + A, or with `conjugate_x`, `conjugate_y` their conjugates; A is x.size by y.size.
template <class T>
void add_outer_product(const char* routine, T alpha, const Vector<const T>& x, bool conjugate_x,
                       const Vector<const T>& y, bool conjugate_y, T* a, Index lda);

/// y = alpha A x + beta y; A is symmetric or Hermitian, of which only one triangle is read; with `conjugate`
/// its conjugate. See symv_product.hpp.
template <class T>
void multiply_symmetric_vector(const char* routine, const Pattern& pattern, bool conjugate, T alpha,
                               const T* a, Index lda, const Vector<const T>& x, T beta, const Vector<T>& y);

/// x = op(A) x; A is a triangle of x.size rows.
template <class T>
void multiply_triangle_vector(const char* routine, const Pattern& triangle, Transpose op, const T* a,
                              Index lda, const Vector<T>& x);

/// x = op(A)^-1 x by substitution, likewise. A diagonal element that is 0 gives what the division gives.
template <class T>
void solve_triangle_vector(const char* routine, const Pattern& triangle, Transpose op, const T* a, Index lda,
                           const Vector<T>& x);

/// A += alpha x x^T, or alpha x x^H if A is Hermitian; with `conjugate` the conjugate of that. Nothing but
/// the triangle of A that is stored is read or written.
template <class T>
void update_symmetric(const char* routine, const Pattern& pattern, bool conjugate, T alpha,
                      const Vector<const T>& x, T* a, Index lda);

/// A += alpha x y^T + alpha y x^T, or alpha x y^H + conj(alpha) y x^H, likewise.
template <class T>
void update_symmetric(const char* routine, const Pattern& pattern, bool conjugate, T alpha,
                      const Vector<const T>& x, const Vector<const T>& y, T* a, Index lda);

}  // namespace numapack
