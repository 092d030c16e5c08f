// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

namespace numapack::same_bits {

using Index = std::int64_t;
inline constexpr std::uint64_t basis = 0xcbf29ce484222325u;

/// Of the standard library's generators only the engines are the same everywhere.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  Index below(Index end) { return static_cast<Index>(engine_() % static_cast<std::uint64_t>(end)); }
  double real() { return std::ldexp(static_cast<double>(engine_() >> 12), -51) - 1; }
  /// Volatile: GCC 12 at -O2 leaves the rounding out where the number is soon a double again.
  float rounded() {
    const volatile float single = static_cast<float>(real());
    return single;
  }

  /// 1 to `largest`, each power of two as often as the next. No function of the mathematical library.
  Index side(Index largest) {
    const auto powers = static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(largest)));
    const Index power = Index{1} << below(powers);
    return std::min(largest, power + below(power));
  }

 private:
  std::mt19937_64 engine_;
};

/// A matrix in memory whose first element lies anywhere and whose columns are some elements apart.
template <class T>
class PlacedMatrix {
 public:
  PlacedMatrix(Index rows, Index columns, Draw& draw, Draw* places)
      : rows_(rows),
        columns_(columns),
        drawn_{draw.below(4) + std::max<Index>(1, rows), draw.below(8)},
        place_(places == nullptr ? drawn_ : Place{rows_ + places->below(64), places->below(64)}) {
    values_.resize(static_cast<std::size_t>(drawn_.begin + drawn_.leading * columns));
    for (T& value : values_) {
      if constexpr (std::is_floating_point_v<T>)
        value = static_cast<T>(draw.real());
      else if constexpr (sizeof(T) == 8)  // in braces: the real part first, whatever the compiler
        value = T{draw.rounded(), draw.rounded()};
      else
        value = T{draw.real(), draw.real()};
    }
    if (places != nullptr) move();
  }
  T* data() { return values_.data() + place_.begin; }
  Index leading() const { return place_.leading; }

  /// So that triangles can be solved and the matrix is Hermitian, positive definite.
  /// `column`: where it begins, of several.
  PlacedMatrix& dominate(Index n, Index column = 0) {
    for (Index j = 0; j < n; ++j) data()[(column + j) * leading() + j] = T(static_cast<float>(2 * n + 1));
    return *this;
  }

  /// Of the elements, and of what lies around them where they were drawn.
  std::uint64_t digest(std::uint64_t hash) const {
    if (!around_.empty()) return as_drawn().digest(hash);
    const auto* const bytes = reinterpret_cast<const unsigned char*>(values_.data());
    for (std::size_t i = 0; i < values_.size() * sizeof(T); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
  }

 private:
  struct Place {
    Index leading, begin;
    std::size_t at(Index i, Index j) const { return static_cast<std::size_t>(begin + j * leading + i); }
  };

  void copy_elements(const std::vector<T>& from, const Place& of_from, std::vector<T>& to,
                     const Place& of_to) const {
    for (Index j = 0; j < columns_; ++j)
      for (Index i = 0; i < rows_; ++i) to[of_to.at(i, j)] = from[of_from.at(i, j)];
  }
  /// To its place, among sevens.
  void move() {
    std::vector<T> moved(static_cast<std::size_t>(place_.begin + place_.leading * columns_), T(7));
    copy_elements(values_, drawn_, moved, place_);
    around_ = std::exchange(values_, std::move(moved));
  }
  /// Back again; with another digest if the sevens are no more.
  PlacedMatrix as_drawn() const {
    PlacedMatrix back = *this;
    back.values_ = std::exchange(back.around_, {});
    back.place_ = drawn_;
    copy_elements(values_, place_, back.values_, drawn_);
    const auto sevens = static_cast<std::size_t>(std::count(values_.begin(), values_.end(), T(7)));
    if (sevens < values_.size() - static_cast<std::size_t>(rows_ * columns_)) back.values_.push_back(T(7));
    return back;
  }

  Index rows_, columns_;
  Place drawn_, place_;
  std::vector<T> values_, around_;
};

}  // namespace numapack::same_bits
