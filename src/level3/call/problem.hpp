// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "level3/call/call.hpp"
#include "level3/call/plain_product.hpp"

namespace numapack {

/// What parse_transpose() does with other letters; apart, so that the rest is read in line (CL-096).
[[noreturn]] void refuse_transpose(char letter);

/// 'N', 'T', 'C' or 'R' (conjugate, not transposed), either case. Throws Error(invalid_argument).
inline Transpose parse_transpose(char letter) {
  switch (letter & ~0x20) {  // upper case of a Latin letter
    case 'N':
      return Transpose::none;
    case 'T':
      return Transpose::transpose;
    case 'C':
      return Transpose::conjugate_transpose;
    case 'R':
      return Transpose::conjugate;
    default:
      refuse_transpose(letter);
  }
}
char letter(Transpose op);

/// How a caller put a problem, for messages. Row-major ones have A and B, and m and n, swapped.
struct ArgumentNames {
  const char* routine;
  Layout layout;
  const char *m, *n;  ///< the problem's sizes and operands as the caller calls them
  const char *a, *b;
};
inline constexpr ArgumentNames gemm_by_columns{"gemm", Layout::column_major, "m", "n", "a", "b"},
    gemm_by_rows{"gemm", Layout::row_major, "n", "m", "b", "a"};

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
  const ArgumentNames* names = &gemm_by_columns;
  Pattern pattern_a = {}, pattern_b = {};
  MatrixType region = MatrixType::general;  ///< of C
  bool twofold = false;                     ///< exchanged() is added: syr2k and her2k

  /// The second product of a twofold one: A and B in each other's place, added to what is there; its alpha is
  /// the conjugate where one of them is conjugated.
  Problem exchanged() const {
    Problem second = *this;
    std::swap(second.a, second.b);
    std::swap(second.lda, second.ldb);
    if (conjugates(trans_a) || conjugates(trans_b)) second.alpha = conjugate_of(alpha);
    second.beta = T{1};
    second.twofold = false;
    return second;
  }
  bool is_structured() const { return has_structure(pattern_a, pattern_b, region); }
  /// n = 8: the whole Call takes longer.
  double flops() const { return is_structured() ? call().flops() : flops_of(type_of<T>(), m, n, k); }
  Call call() const {
    constexpr std::uintptr_t page = 4096;
    const bool columns_agree = static_cast<std::uintptr_t>(ldc) * sizeof(T) % page == 0;
    const auto in_page = static_cast<Index>(reinterpret_cast<std::uintptr_t>(c) % page);
    return {type_of<T>(),
            m,
            n,
            k,
            {trans_a, lda, pattern_a},
            {trans_b, ldb, pattern_b},
            beta != T{0},
            {Transpose::none, ldc},
            columns_agree ? in_page : -1,
            region,
            twofold};
  }
};

/// True if one look shows that nothing is wrong: sizes and leading dimensions fit, and C lies before or
/// behind A and B. The whole list of checks takes half of the time of a multiplication with n = 8, and
/// calling this a twentieth.
template <class T>
[[gnu::always_inline]] inline bool plainly_right(const Problem<T>& p) {
  constexpr Index small = Index{1} << 28;  // products of two do not overflow, nor do their bytes
  const bool transposed_a = transposes(p.trans_a), transposed_b = transposes(p.trans_b);
  const Index rows_a = transposed_a ? p.k : p.m, rows_b = transposed_b ? p.n : p.k;
  const bool sizes = p.m > 0 && p.n > 0 && p.k > 0 && p.lda >= rows_a && p.ldb >= rows_b && p.ldc >= p.m;
  const bool bounded = (p.m | p.n | p.k | p.lda | p.ldb | p.ldc) < small;
  const bool letters = (static_cast<unsigned>(p.trans_a) | static_cast<unsigned>(p.trans_b)) <= 3;
  if (!sizes || !bounded || !letters || p.a == nullptr || p.b == nullptr || p.c == nullptr) return false;
  const auto address = [](const T* data) { return reinterpret_cast<std::uintptr_t>(data); };
  const auto end = [&](const T* data, Index leading, Index columns) {
    return address(data) + static_cast<std::uintptr_t>(leading * columns) * sizeof(T);
  };
  const std::uintptr_t c_end = end(p.c, p.ldc, p.n);
  return (c_end <= address(p.a) || end(p.a, p.lda, transposed_a ? p.m : p.k) <= address(p.c)) &&
         (c_end <= address(p.b) || end(p.b, p.ldb, transposed_b ? p.k : p.n) <= address(p.c));
}

/// Checks a problem before anything is touched: negative sizes, leading dimensions below the number of stored
/// rows, null pointers where there are elements, sizes whose bytes overflow, C sharing an element with A or B
/// (interleaved sub-matrices of one array are fine), structured operands or regions that are not square.
/// Throws Error(invalid_argument) naming the argument, its value and what is allowed. An operand that is not
/// there (it was packed before) is not looked at.
template <class T>
void validate(const Problem<T>& problem, bool a_is_there = true, bool b_is_there = true);

/// The same by a look first.
template <class T>
void check(const Problem<T>& problem) {
  if (problem.is_structured() || !plainly_right(problem)) validate(problem);
}

}  // namespace numapack
