// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "peer/work/reference.hpp"

namespace numapack {

/// What a routine of LAPACK left: its matrix, column-major with the job's leading dimension, and what it
/// holds next to that.
template <class T>
struct Factors {
  const T* a = nullptr;
  std::vector<std::int64_t> pivots;  ///< getrf's and getri's, from 1
  std::vector<T> tau;                ///< geqrf's
};

/// Which of so many lines are looked at, for a routine of so many multiply-adds: all, or eight.
std::vector<Index> lines_to_check(const Job& job, Index lines, double multiply_adds);

/// The same in extended precision, from the seed and not from what memory was before. Of a few lines
/// (columns; rows of getri), or all of a small matrix, every element of what the factors or the inverse must
/// give, by Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, with n the smaller side and
/// g = gamma of so many roundings, complex ones counting as in check_against_reference():
///
/// - potrf: |A - L L^H| <= g_{n+2} |L| |L^H| (theorem 10.3); the triangle that is not named is as it was.
/// - getrf: |P A - L U| <= g_{n+2} |L| |U| (theorem 9.3); pivots are rows at or below the diagonal, |L| at
///   most 1, where a complex one's counts as |re| + |im| before the division.
/// - geqrf: ||A - Q R|| <= g_{3 m n} ||A||, column by column (theorem 19.4, with as many reflectors as reach
///   the column), and the columns of Q have norm 1 and are at right angles, within 2 g.
/// - potri: |A X - I| <= g_{3n} (|L| |R| |L| |R| + 2 |L| |L^H| |R^H| |R|) with R = L^-1: from an R with
///   |R L - I| or |L R - I| within g_n of |R| |L| and |L| |R| (section 14.2), and its product with itself.
/// - getri: |X A - I| <= g_{3n} (|V| |U| |V| |U| + |X| |L| |U|) with V = U^-1 (section 14.3, method B).
///
/// |L^-1| is bounded by the inverse of L's comparison matrix (theorem 8.12), which is small for the job's
/// triangles: numbers of modulus 1 on the diagonal, and small ones next to it.
template <class T>
ErrorReport check_factors(const Job& job, const Factors<T>& factors);

}  // namespace numapack
