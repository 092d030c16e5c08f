// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cinttypes>
#include <cstdio>
#include <iterator>

#include "numapack/types.hpp"
#include "operands.hpp"

namespace numapack::same_bits {

/// What random calls of one type have in common: sizes, letters and operands.
template <class T>
class CallsBase {
 public:
  CallsBase(Draw& draw, Index largest, Draw* places) : draw_(draw), largest_(largest), places_(places) {}

 protected:
  /// Makes a call of one of these kinds and prints its line.
  template <class Kinds, class Self>
  void print_one(const char* type, const Kinds& kinds, Self& self) {
    m = draw_.side(largest_), n = draw_.side(largest_), k = draw_.side(largest_);
    // Long in K, so that it is cut.
    if (draw_.below(6) == 0) k *= 9;
    const auto& [name, call] = kinds[draw_.below(std::size(kinds))];
    const std::uint64_t hash = (self.*call)();
    std::printf("%s %s m %" PRId64 " n %" PRId64 " k %" PRId64 " %016" PRIx64 "\n", type, name, m, n, k,
                hash);
  }

  Draw& draw_;
  const Index largest_;
  Draw* const places_;
  Index m = 0, n = 0, k = 0;
  static constexpr bool is_real = std::is_floating_point_v<T>;
  static constexpr Layout layout = Layout::column_major;

  PlacedMatrix<T> matrix(Index rows, Index columns) { return {rows, columns, draw_, places_}; }
  bool coin() { return draw_.below(2) == 0; }
  T factor() {
    const Index which = draw_.below(3);
    if (which < 2) return T(static_cast<float>(which));
    PlacedMatrix<T> one = matrix(1, 1);
    return *one.data();
  }
  Uplo triangle() { return coin() ? Uplo::lower : Uplo::upper; }
  Side side() { return coin() ? Side::left : Side::right; }
  Diag diagonal() { return coin() ? Diag::non_unit : Diag::unit; }
  Transpose op() {
    constexpr Transpose all[] = {Transpose::none, Transpose::transpose, Transpose::conjugate_transpose};
    return all[draw_.below(3)];
  }
  Transpose plain_op() { return coin() ? Transpose::none : Transpose::transpose; }
  PlacedMatrix<T> stored(Transpose trans, Index rows, Index columns) {
    return trans == Transpose::none ? matrix(rows, columns) : matrix(columns, rows);
  }
  /// symm() or hemm().
  template <class Call>
  std::uint64_t call_with_triangle(const Call& call) {
    const Side where = side();
    const Uplo uplo = triangle();
    const Index of_a = where == Side::left ? m : n;
    PlacedMatrix<T> a = matrix(of_a, of_a), b = matrix(m, n), c = matrix(m, n);
    const T alpha = factor(), beta = factor();
    call(layout, where, uplo, m, n, alpha, a.data(), a.leading(), b.data(), b.leading(), beta, c.data(),
         c.leading());
    return c.digest(basis);
  }
};

}  // namespace numapack::same_bits
