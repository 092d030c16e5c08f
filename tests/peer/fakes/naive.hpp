// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>

#define FAKE_EXPORT \
  extern "C" __attribute__((visibility("default")))  // an attribute and a linkage: no template can

/// C = alpha op(A) op(B) + beta C by definition, with the Fortran interface's pointers.
template <class Integer>
void naive_gemm(const char* trans_a, const char* trans_b, const Integer* m, const Integer* n,
                const Integer* k, const double* alpha, const double* a, const Integer* lda, const double* b,
                const Integer* ldb, const double* beta, double* c, const Integer* ldc) {
  for (Integer j = 0; j < *n; ++j) {
    for (Integer i = 0; i < *m; ++i) {
      double sum = 0;
      for (Integer p = 0; p < *k; ++p) {
        sum += (*trans_a == 'N' ? a[i + p * *lda] : a[p + i * *lda]) *
               (*trans_b == 'N' ? b[p + j * *ldb] : b[j + p * *ldb]);
      }
      double& element = c[i + j * *ldc];
      element = *alpha * sum + (*beta == 0 ? 0 : *beta * element);
    }
  }
}

/// Those elements of C that `wanted` names: alpha times the sum of left(i, p) right(p, j), plus beta C.
template <class T, class Integer, class Left, class Right, class Wanted>
void naive_product(Integer m, Integer n, Integer k, T alpha, const Left& left, const Right& right, T beta,
                   T* c, Integer ldc, const Wanted& wanted) {
  for (Integer j = 0; j < n; ++j) {
    for (Integer i = 0; i < m; ++i) {
      if (!wanted(i, j)) continue;
      T sum{};
      for (Integer p = 0; p < k; ++p) sum += left(i, p) * right(p, j);
      c[i + j * ldc] = alpha * sum + beta * c[i + j * ldc];
    }
  }
}

/// True for elements of a triangle.
inline auto in_triangle(char uplo) {
  return [uplo](auto i, auto j) { return uplo == 'L' ? i >= j : i <= j; };
}

template <class T, class Integer>
void naive_syrk(const char* uplo, const char* trans, const Integer* n, const Integer* k, const T* alpha,
                const T* a, const Integer* lda, const T* beta, T* c, const Integer* ldc) {
  const auto of = [&](Integer i, Integer p) { return *trans == 'N' ? a[i + p * *lda] : a[p + i * *lda]; };
  naive_product(
      *n, *n, *k, *alpha, of, [&](Integer p, Integer j) { return of(j, p); }, *beta, c, *ldc,
      in_triangle(*uplo));
}

/// One column or row of X after the other, by substitution.
template <class T, class Integer>
void naive_trsm(char side, char uplo, char trans, char diag, Integer m, Integer n, T alpha, const T* a,
                Integer lda, T* b, Integer ldb) {
  const bool left = side == 'L', transposed = trans != 'N';
  const Integer order = left ? m : n;
  const auto of = [&](Integer i, Integer j) {
    return (transposed == left) ? a[j + i * lda] : a[i + j * lda];
  };
  // As equations by columns: op(A) on the left, or its transpose for X from the right.
  const bool lower = (uplo == 'L') != (transposed == left);
  for (Integer line = 0; line < (left ? n : m); ++line) {
    const auto x = [&](Integer i) -> T& { return left ? b[i + line * ldb] : b[line + i * ldb]; };
    for (Integer turn = 0; turn < order; ++turn) {
      const Integer i = lower ? turn : order - 1 - turn;
      T sum = alpha * x(i);
      for (Integer p = lower ? 0 : i + 1; p < (lower ? i : order); ++p) sum -= of(i, p) * x(p);
      x(i) = diag == 'U' ? sum : sum / of(i, i);
    }
  }
}
