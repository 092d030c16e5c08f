// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What becomes of complex sums, for one instruction set (internal linkage, see tile.hpp).

#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// Which of alpha and beta take no multiplication. By reference: passed on by value GCC 12 stores two floats
/// and loads both at once, which waits until all stores of the tile before are done (CL-016).
template <class R>
struct ComplexFactors {
  bool scales;   ///< alpha != 1
  bool reads_c;  ///< beta != 0
  bool adds_c;   ///< beta == 1

  ComplexFactors(const std::complex<R>& alpha, const std::complex<R>& beta) {
    const R* const alpha_parts = reinterpret_cast<const R*>(&alpha);
    const R* const beta_parts = reinterpret_cast<const R*>(&beta);
    scales = alpha_parts[0] != R{1} || alpha_parts[1] != R{0};
    reads_c = beta_parts[0] != R{0} || beta_parts[1] != R{0};
    adds_c = beta_parts[0] == R{1} && beta_parts[1] == R{0};
  }
  bool are_plain() const { return !scales && (adds_c || !reads_c); }  ///< nothing to multiply
};

/// C = alpha sums + beta C for a column of complex elements, `reals` of them counted in reals; sums(i) gives
/// those from i on. beta == 0 does not read C.
template <class R>
class ComplexUpdate {
 public:
  ComplexUpdate(const ComplexFactors<R>& factors, const std::complex<R>& alpha, const std::complex<R>& beta)
      : factors_(factors), by_alpha_(alpha), by_beta_(beta) {}

  template <class Sums>
  void column(R* c, int reals, const Sums& sums) const {
    constexpr int lanes = Reals<R>::lanes;
    const int in_vectors = reals / lanes * lanes;
    for (int i = 0; i < in_vectors; i += lanes)
      store(c + i, updated(factors_.reads_c ? load(c + i) : V{}, sums(i)));
    if (in_vectors == reals) return;
    V last{};
    for (int i = in_vectors; factors_.reads_c && i < reals; ++i) last[i - in_vectors] = c[i];
    last = updated(last, sums(in_vectors));
    for (int i = in_vectors; i < reals; ++i) c[i] = last[i - in_vectors];
  }

 private:
  using V = typename Reals<R>::V;

  V updated(V old, V sums) const {
    const V added = factors_.scales ? by_alpha_.times(sums) : sums;
    return factors_.adds_c ? old + added : factors_.reads_c ? by_beta_.times(old) + added : added;
  }

  const ComplexFactors<R> factors_;
  const Multiplier<std::complex<R>> by_alpha_, by_beta_;
};

}  // namespace
}  // namespace numapack
