// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstring>

#include "lapack/stored_triangle.hpp"
#include "support/dense.hpp"
#include "support/guarded.hpp"
#include "support/values.hpp"

namespace numapack::testing {

/// A triangle of a matrix before an inaccessible page; elements that must not be read are NaN.
template <class T>
class TriangleOperand {
 public:
  enum class Diagonal { read, real, ones };  ///< real: imaginary parts are not read

  TriangleOperand(Triangle stored, Index n, Index slack, Diagonal diagonal)
      : diagonal_(diagonal),
        memory_(n == 0 ? 0 : static_cast<std::size_t>((n + slack) * (n - 1) + n)),
        matrix{"test", stored, n, memory_.data(), std::max<Index>(1, n + slack)} {}

  /// value(row, column), of a whole matrix.
  template <class Value>
  TriangleOperand& fill(const Value& value) {
    std::fill_n(memory_.data(), memory_.size(), nothing<T>());
    for (Index j = 0; j < matrix.n; ++j)
      for (Index i = 0; i < matrix.n; ++i) {
        if (!holds(i, j) || (i == j && diagonal_ == Diagonal::ones)) continue;
        at(i, j) = static_cast<T>(value(i, j));
        if constexpr (!std::is_same_v<T, Real<T>>)
          if (i == j && diagonal_ == Diagonal::real) at(i, i).imag(std::numeric_limits<Real<T>>::quiet_NaN());
      }
    before_.assign(memory_.data(), memory_.data() + memory_.size());
    return *this;
  }

  T& at(Index i, Index j) { return matrix.a[i + j * matrix.lda]; }
  bool holds(Index i, Index j) const { return i == j || (i > j) == matrix.is_lower(); }
  std::vector<T> result() const { return {memory_.data(), memory_.data() + memory_.size()}; }
  void restore() { std::copy(before_.begin(), before_.end(), memory_.data()); }

  /// The triangle, with zeros beyond it.
  Dense<T> triangle() {
    return Dense<T>(matrix.n, [&](Index i, Index j) {
      if (!holds(i, j)) return Wide<T>(0);
      return i == j && diagonal_ == Diagonal::ones ? Wide<T>(1) : Wide<T>(at(i, j));
    });
  }
  /// The Hermitian matrix of which this triangle is stored.
  Dense<T> hermitian() {
    return Dense<T>(matrix.n, [&](Index i, Index j) {
      if (i == j) return Wide<T>(std::real(at(i, i)));
      if (holds(i, j)) return Wide<T>(at(i, j));
      return Wide<T>(conj_of(at(j, i)));
    });
  }

  /// "" if nothing was written that is not of the triangle; of a Hermitian matrix and its factor, if the
  /// diagonal is real.
  std::string strayed() const {
    for (Index j = 0; j < matrix.n; ++j)
      for (Index i = 0; i < (j + 1 < matrix.n ? matrix.lda : matrix.n); ++i) {
        const bool inside = i < matrix.n && holds(i, j) && !(i == j && diagonal_ == Diagonal::ones);
        const auto here = static_cast<std::size_t>(i + j * matrix.lda);
        if (!inside && std::memcmp(&before_[here], &memory_[here], sizeof(T)) != 0)
          return "wrote " + std::to_string(i) + "," + std::to_string(j);
        if (inside && i == j && diagonal_ == Diagonal::real && std::imag(memory_[here]) != 0)
          return "imaginary part on the diagonal, " + std::to_string(i);
      }
    return "";
  }
  bool is_untouched() const {
    return memory_.size() == 0 ||
           std::memcmp(before_.data(), memory_.data(), memory_.size() * sizeof(T)) == 0;
  }

 private:
  Diagonal diagonal_;
  Guarded<T> memory_;
  std::vector<T> before_;

 public:
  StoredTriangle<T> matrix;
};

/// Sizes around where the recursions end and halve.
inline std::vector<Index> orders() { return {0, 1, 2, 17, 31, 32, 33, 64, 65, 97}; }

}  // namespace numapack::testing
