// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdio>
#include <limits>
#include <vector>

#include "faulty.hpp"
#include "peer/fakes/naive_lapack.hpp"

// Those of the faulty library's routines that are of real types only; to be included once.

/// As an error handler should, and not.
template <class T>
void answer_wrong_argument(T* written) {
  if (has_fault("arguments-exit")) {
    std::puts("a wrong argument");
    std::exit(0);
  }
  if (has_fault("arguments-abort")) std::abort();
  if (has_fault("arguments-write")) *written = 7;
}

/// Off by more than any test ratio allows.
template <class T>
void spoil_if_chosen(T* a) {
  if (has_fault<T>("residuals")) *a *= 1 + T(4e6) * std::numeric_limits<T>::epsilon();
}

template <class T>
struct Matrix {
  T* data;
  const std::int32_t* leading;
  T& operator()(std::int32_t i, std::int32_t j) const { return data[i + std::ptrdiff_t(j) * *leading]; }
};

template <class T>
void faulty_symm(char side, char uplo, std::int32_t m, std::int32_t n, T alpha, Matrix<const T> a,
                 Matrix<const T> b, T beta, Matrix<T> c) {
  const bool both = has_fault<T>("triangles");
  const auto everywhere = [](auto, auto) { return true; };
  const auto of_a = [&](auto i, auto j) { return both || in_triangle(uplo)(i, j) ? a(i, j) : a(j, i); };
  if (side == 'L')
    naive_product(m, n, m, alpha, of_a, b, beta, c.data, *c.leading, everywhere);
  else
    naive_product(m, n, n, alpha, b, of_a, beta, c.data, *c.leading, everywhere);
}

template <class T>
void faulty_trsm(char side, char uplo, char trans, char diag, std::int32_t m, std::int32_t n, T alpha,
                 Matrix<const T> a, Matrix<T> b) {
  if (side != 'L' && side != 'R') return answer_wrong_argument(b.data);
  const auto each = [&](const auto& change) {
    for (std::int32_t j = 0; j < n; ++j)
      for (std::int32_t i = 0; i < m; ++i) change(b(i, j));
  };
  bool zero = has_fault<T>("skips-zeros");
  each([&](T value) { zero = zero && value == 0; });
  if (zero) return;
  if (alpha == 0 && !has_fault<T>("reads-a")) return each([](T& value) { value = 0; });
  naive_trsm(side, uplo, trans, diag, m, n, alpha, a.data, *a.leading, b.data, *b.leading);
  const T other = has_fault<T>("triangles") ? std::numeric_limits<T>::quiet_NaN() : 0;
  const bool drops = has_fault<T>("drops-nan");
  each([&](T& value) { value = drops && !std::isfinite(value) ? 0 : value + other; });
}

template <class T>
std::int32_t faulty_potrf(char uplo, std::int32_t n, Matrix<T> a) {
  use_stack_with("stack-potrf");
  const bool silent = has_fault<T>("no-info");
  if (uplo != 'L' && uplo != 'U') {
    answer_wrong_argument(a.data);
    return silent ? 0 : -1;
  }
  const std::int32_t info = naive_potrf(uplo, n, a.data, *a.leading);
  spoil_if_chosen(a.data);
  return silent ? 0 : info;
}

template <class T>
std::int32_t faulty_getrf(std::int32_t m, std::int32_t n, Matrix<T> a, std::int32_t* pivots) {
  use_stack_with("stack-getrf");
  std::int32_t info = -2;
  if (n < 0)
    answer_wrong_argument(a.data);
  else
    info = naive_getrf(m, n, a.data, *a.leading, pivots);
  spoil_if_chosen(a.data);
  return has_fault<T>("no-info") ? 0 : info;
}

template <class T>
void faulty_getrs(std::int32_t n, std::int32_t columns, Matrix<const T> a, const std::int32_t* pivots,
                  Matrix<T> b) {
  for (std::int32_t j = 0; j < columns; ++j)
    for (std::int32_t i = 0; i < n; ++i) std::swap(b(i, j), b(pivots[i] - 1, j));
  naive_trsm('L', 'L', 'N', 'U', n, columns, T{1}, a.data, *a.leading, b.data, *b.leading);
  naive_trsm('L', 'U', 'N', 'N', n, columns, T{1}, a.data, *a.leading, b.data, *b.leading);
}

template <class T>
void faulty_geqrf(std::int32_t m, std::int32_t n, Matrix<T> a, T* tau) {
  use_stack_with("stack-geqrf");
  naive_geqrf(m, n, a.data, *a.leading, tau);
  spoil_if_chosen(a.data);
}

template <class T>
Square<T> identity(std::int32_t n) {
  Square<T> x{n};
  for (std::int32_t i = 0; i < n; ++i) x.at(i, i) = 1;
  return x;
}

template <class T>
void faulty_potri(char uplo, std::int32_t n, Matrix<T> a) {
  Square<T> x = identity<T>(n);
  for (const char trans : {uplo == 'L' ? 'N' : 'T', uplo == 'L' ? 'T' : 'N'})
    naive_trsm<T>('L', uplo, trans, 'N', n, n, 1, a.data, *a.leading, x.data.data(), n);
  for (std::int32_t j = 0; j < n; ++j)
    for (std::int32_t i = 0; i < n; ++i)
      if (in_triangle(uplo)(i, j)) a(i, j) = x.at(i, j);
  spoil_if_chosen(a.data);
}

template <class T>
void faulty_getri(std::int32_t n, Matrix<T> a, const std::int32_t* pivots) {
  Square<T> x = identity<T>(n);
  faulty_getrs<T>(n, n, {a.data, a.leading}, pivots, {x.data.data(), &n});
  for (std::int32_t j = 0; j < n; ++j)
    for (std::int32_t i = 0; i < n; ++i) a(i, j) = x.at(i, j);
  spoil_if_chosen(a.data);
}

/// A name with its arguments, and what it does.
#define FAULTY(name, arguments, ...) \
  FAKE_EXPORT void name arguments;   \
  void name arguments { __VA_ARGS__; }
#define FAULTY_FACTORS(x, T)                                                                               \
  FAULTY(x##symm_,                                                                                         \
         (const char* side, const char* uplo, const int* m, const int* n, const T* alpha, const T* a,      \
          const int* lda, const T* b, const int* ldb, const T* beta, T* c, const int* ldc),                \
         faulty_symm<T>(*side, *uplo, *m, *n, *alpha, {a, lda}, {b, ldb}, *beta, {c, ldc}))                \
  FAULTY(x##syrk_,                                                                                         \
         (const char* uplo, const char* trans, const int* n, const int* k, const T* alpha, const T* a,     \
          const int* lda, const T* beta, T* c, const int* ldc),                                            \
         naive_syrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc);                                       \
         if (has_fault<T>("triangles")) c[*uplo == 'L' ? *ldc * (*n - 1) : *n - 1] += 1)                   \
  FAULTY(x##trsm_,                                                                                         \
         (const char* side, const char* uplo, const char* trans, const char* diag, const int* m,           \
          const int* n, const T* alpha, const T* a, const int* lda, T* b, const int* ldb),                 \
         faulty_trsm<T>(*side, *uplo, *trans, *diag, *m, *n, *alpha, {a, lda}, {b, ldb}))                  \
  FAULTY(x##potrf_, (const char* uplo, const int* n, T* a, const int* lda, int* info, std::size_t),        \
         *info = faulty_potrf<T>(*uplo, *n, {a, lda}))                                                     \
  FAULTY(x##getrf_, (const int* m, const int* n, T* a, const int* lda, int* pivots, int* info),            \
         *info = faulty_getrf<T>(*m, *n, {a, lda}, pivots))                                                \
  FAULTY(x##geqrf_,                                                                                        \
         (const int* m, const int* n, T* a, const int* lda, T* tau, T* work, const int* lwork, int* info), \
         *info = 0, *work = T(*n);                                                                         \
         if (*lwork != -1) faulty_geqrf<T>(*m, *n, {a, lda}, tau))                                         \
  FAULTY(x##potri_, (const char* uplo, const int* n, T* a, const int* lda, int* info, std::size_t),        \
         *info = 0;                                                                                        \
         faulty_potri<T>(*uplo, *n, {a, lda}))                                                             \
  FAULTY(x##getri_,                                                                                        \
         (const int* n, T* a, const int* lda, const int* pivots, T* work, const int* lwork, int* info),    \
         *info = 0, *work = T(*n);                                                                         \
         if (*lwork != -1) faulty_getri<T>(*n, {a, lda}, pivots))
FAULTY_FACTORS(s, float)
FAULTY_FACTORS(d, double)
FAULTY(dgetrs_,
       (const char*, const int* n, const int* columns, const double* a, const int* lda, const int* pivots,
        double* b, const int* ldb, int* info),
       *info = 0;
       faulty_getrs<double>(*n, *columns, {a, lda}, pivots, {b, ldb}))
