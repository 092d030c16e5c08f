// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <complex>

#include "base/integer.hpp"
#include "level3/gemm.hpp"
#include "lu/lu.hpp"
#include "lu/plain_product.hpp"

namespace numapack {

/// Which triangle of the factors, and how it is read.
struct Triangle {
  bool lower = true;  ///< as stored
  bool unit = true;   ///< ones on the diagonal, which holds something else
  Transpose trans = Transpose::none;
  /// True if unknowns are found from the first to the last.
  bool forward() const { return lower != transposes(trans); }
};

/// op(L) X = B or op(U) X = B in place of B: blocks on the diagonal by substitution, the rest by
/// multiplication.
template <class T>
class TriangularSolve {
 public:
  TriangularSolve(const Triangle& triangle, const LuSolution<T>& solution)
      : triangle_(triangle), s_(solution) {}

  void run() const {
    const Index blocks = divide_up(s_.n, size);
    for (Index turn = 0; turn < blocks; ++turn) {
      const Index begin = (triangle_.forward() ? turn : blocks - 1 - turn) * size;
      const Index end = std::min(s_.n, begin + size);
      for (Index c = 0; c < s_.columns; ++c) substitute(begin, end, s_.b + c * s_.ldb);
      const Range rest = triangle_.forward() ? Range{end, s_.n} : Range{0, begin};
      if (rest.size() > 0) eliminate({begin, end}, rest);
    }
  }

 private:
  static constexpr Index size = 64;
  /// Fewer columns than this are not worth packing the factors for.
  static constexpr Index few = 8;

  const T* stored(Index row, Index column) const { return s_.lu + row + column * s_.ldlu; }
  T conjugated(const T& value) const {
    if constexpr (!std::is_floating_point_v<T>)
      if (conjugates(triangle_.trans)) return std::conj(value);
    return value;
  }
  void substitute(Index begin, Index end, T* x) const {
    for (Index turn = 0; turn < end - begin; ++turn) {
      const Index j = triangle_.forward() ? begin + turn : end - 1 - turn;
      const Index first = triangle_.forward() ? j + 1 : begin, last = triangle_.forward() ? end : j;
      if (transposes(triangle_.trans)) {
        // The unknowns before j are known: column j of the stored triangle is row j of the transposed one.
        const Index known = triangle_.forward() ? begin : j + 1, known_end = triangle_.forward() ? j : end;
        T sum = x[j];
        for (Index i = known; i < known_end; ++i) sum -= plain_product(conjugated(*stored(i, j)), x[i]);
        x[j] = triangle_.unit ? sum : sum / conjugated(*stored(j, j));
        continue;
      }
      if (!triangle_.unit) x[j] /= conjugated(*stored(j, j));
      const T* const column = stored(0, j);
      for (Index i = first; i < last; ++i) x[i] -= plain_product(conjugated(column[i]), x[j]);
    }
  }

  /// B[rest] -= op(A)[rest, known] X[known].
  void eliminate(Range known, Range rest) const {
    const bool turned = transposes(triangle_.trans);
    const T* const a = turned ? stored(known.begin, rest.begin) : stored(rest.begin, known.begin);
    if (s_.columns >= few)
      return gemm(Problem<T>{triangle_.trans, Transpose::none, rest.size(), s_.columns, known.size(), T{-1},
                             a, s_.ldlu, s_.b + known.begin, s_.ldb, T{1}, s_.b + rest.begin, s_.ldb});
    for (Index c = 0; c < s_.columns; ++c) {
      const T* const x = s_.b + known.begin + c * s_.ldb;
      T* const y = s_.b + rest.begin + c * s_.ldb;
      if (turned)
        subtract_dots(a, rest.size(), known.size(), x, y);
      else
        subtract_columns(a, rest.size(), known.size(), x, y);
    }
  }

  /// Four columns a pass over y.
  void subtract_columns(const T* a, Index rows, Index columns, const T* x, T* y) const {
    Index p = 0;
    for (; p + 4 <= columns; p += 4) {
      const T *const a0 = a + p * s_.ldlu, *const a1 = a0 + s_.ldlu, *const a2 = a1 + s_.ldlu,
                     *const a3 = a2 + s_.ldlu;
      const T x0 = x[p], x1 = x[p + 1], x2 = x[p + 2], x3 = x[p + 3];
      for (Index i = 0; i < rows; ++i)
        y[i] -= plain_product(conjugated(a0[i]), x0) + plain_product(conjugated(a1[i]), x1) +
                (plain_product(conjugated(a2[i]), x2) + plain_product(conjugated(a3[i]), x3));
    }
    for (; p < columns; ++p)
      for (Index i = 0; i < rows; ++i) y[i] -= plain_product(conjugated(a[i + p * s_.ldlu]), x[p]);
  }
  void subtract_dots(const T* a, Index rows, Index depth, const T* x, T* y) const {
    for (Index i = 0; i < rows; ++i) {
      T sum{0};
      for (Index p = 0; p < depth; ++p) sum += plain_product(conjugated(a[p + i * s_.ldlu]), x[p]);
      y[i] -= sum;
    }
  }

  const Triangle triangle_;
  const LuSolution<T>& s_;
};

}  // namespace numapack
