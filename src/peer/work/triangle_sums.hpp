// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "peer/work/extended.hpp"

namespace numapack {

/// Products of a lower triangle L, whose elements `element(i, k)`, k <= i, gives, with vectors in extended
/// precision; with |L|; and with the inverse of L's comparison matrix, |diagonal| less the moduli next to it,
/// which is at least |L^-1| in each element (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed.
/// 2002, theorem 8.12).
template <class Element>
struct LowerTriangle {
  Index n;
  Element element;

  using Line = std::vector<Extended>;
  using Magnitudes = std::vector<long double>;

  /// L x
  Line times(const Line& x) const {
    Line y(x.size());
    each([&](std::size_t i, std::size_t k, Extended l) { y[i] += product(l, x[k]); });
    return y;
  }
  /// L^H x
  Line adjoint_times(const Line& x) const {
    Line y(x.size());
    each([&](std::size_t i, std::size_t k, Extended l) { y[k] += product(std::conj(l), x[i]); });
    return y;
  }
  /// |L| x
  Magnitudes sizes_times(const Magnitudes& x) const {
    Magnitudes y(x.size());
    each([&](std::size_t i, std::size_t k, Extended l) { y[i] += std::abs(l) * x[k]; });
    return y;
  }
  /// |L^H| x
  Magnitudes adjoint_sizes_times(const Magnitudes& x) const {
    Magnitudes y(x.size());
    each([&](std::size_t i, std::size_t k, Extended l) { y[k] += std::abs(l) * x[i]; });
    return y;
  }
  /// At least |L^-1| x
  Magnitudes bound_of_inverse_times(Magnitudes x) const {
    for (Index k = 0; k < n; ++k) {
      const auto from = static_cast<std::size_t>(k);
      x[from] /= std::abs(element(k, k));
      for (Index i = k + 1; i < n; ++i) x[static_cast<std::size_t>(i)] += std::abs(element(i, k)) * x[from];
    }
    return x;
  }
  /// At least |L^-H| x
  Magnitudes bound_of_adjoint_inverse_times(Magnitudes x) const {
    for (Index k = n - 1; k >= 0; --k) {
      const auto to = static_cast<std::size_t>(k);
      for (Index i = k + 1; i < n; ++i) x[to] += std::abs(element(i, k)) * x[static_cast<std::size_t>(i)];
      x[to] /= std::abs(element(k, k));
    }
    return x;
  }

 private:
  template <class Each>
  void each(const Each& call) const {
    for (Index k = 0; k < n; ++k)
      for (Index i = k; i < n; ++i)
        call(static_cast<std::size_t>(i), static_cast<std::size_t>(k), element(i, k));
  }
};

template <class Element>
LowerTriangle(Index, Element) -> LowerTriangle<Element>;

}  // namespace numapack
