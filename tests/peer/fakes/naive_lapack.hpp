// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <utility>

#include "naive.hpp"

/// A = L L^T or U^T U, column by column of L. The order of a leading minor that is not positive definite, or
/// 0.
template <class T, class Integer>
Integer naive_potrf(char uplo, Integer n, T* a, Integer lda) {
  const auto l = [&](Integer i, Integer j) -> T& { return uplo == 'L' ? a[i + j * lda] : a[j + i * lda]; };
  for (Integer j = 0; j < n; ++j) {
    for (Integer i = j; i < n; ++i) {
      for (Integer k = 0; k < j; ++k) l(i, j) -= l(i, k) * l(j, k);
      if (i == j && !(l(j, j) > 0)) return j + 1;
      l(i, j) = i == j ? std::sqrt(l(j, j)) : l(i, j) / l(j, j);
    }
  }
  return 0;
}

/// P A = L U; pivots count from 1. The first column without a pivot, from 1, or 0.
template <class T, class Integer>
Integer naive_getrf(Integer m, Integer n, T* a, Integer lda, Integer* pivots) {
  Integer info = 0;
  for (Integer k = 0; k < (m < n ? m : n); ++k) {
    Integer row = k;
    for (Integer i = k + 1; i < m; ++i)
      if (std::abs(a[i + k * lda]) > std::abs(a[row + k * lda])) row = i;
    pivots[k] = row + 1;
    if (a[row + k * lda] == 0) {
      info = info == 0 ? k + 1 : info;
      continue;
    }
    for (Integer j = 0; j < n; ++j) std::swap(a[k + j * lda], a[row + j * lda]);
    for (Integer i = k + 1; i < m; ++i) {
      a[i + k * lda] /= a[k + k * lda];
      for (Integer j = k + 1; j < n; ++j) a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
    }
  }
  return info;
}

/// A = Q R by reflectors, which are kept below R.
template <class T, class Integer>
void naive_geqrf(Integer m, Integer n, T* a, Integer lda, T* tau) {
  for (Integer k = 0; k < (m < n ? m : n); ++k) {
    T squares = 0;
    for (Integer i = k; i < m; ++i) squares += a[i + k * lda] * a[i + k * lda];
    const T alpha = a[k + k * lda], beta = -std::copysign(std::sqrt(squares), alpha);
    tau[k] = (beta - alpha) / beta;
    for (Integer i = k + 1; i < m; ++i) a[i + k * lda] /= alpha - beta;
    a[k + k * lda] = beta;
    for (Integer j = k + 1; j < n; ++j) {
      T sum = a[k + j * lda];
      for (Integer i = k + 1; i < m; ++i) sum += a[i + k * lda] * a[i + j * lda];
      a[k + j * lda] -= tau[k] * sum;
      for (Integer i = k + 1; i < m; ++i) a[i + j * lda] -= tau[k] * sum * a[i + k * lda];
    }
  }
}
