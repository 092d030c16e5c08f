// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/inverse/inverse_steps.hpp"

#include <algorithm>

namespace numapack {

namespace {

using InverseWhat = InverseStep::What;

struct InverseCut {
  Range first, second;
};

/// At a multiple of an unblocked triangle's order.
InverseCut cut(Range half) {
  const Index middle = half.begin + divide_up(divide_up(half.size(), most_unblocked), 2) * most_unblocked;
  return {{half.begin, middle}, {middle, half.end}};
}

/// The rectangle is minus the inverse of one triangle, times it, times the inverse of the other. The first
/// one's is multiplied by, the other is solved with as it was: then X A (close: left; the first stands left)
/// or A X is close to the identity.
void invert(Triangle stored, Side close, Range half, const EachInverseStep& each) {
  if (half.size() <= most_unblocked) return each({InverseWhat::invert, half});
  const auto [first, second] = cut(half);
  const bool second_is_close = (close == Side::left) == (stored == Triangle::lower);
  invert(stored, close, second_is_close ? second : first, each);
  each({InverseWhat::trmm, first, second, close});
  each({InverseWhat::trsm, first, second, opposite(close)});
  invert(stored, close, second_is_close ? first : second, each);
}

/// L11^H L11 + L21^H L21 and L22^H L21, or U11 U11^H + U12 U12^H and U12 U22^H.
void multiply(Triangle stored, Range half, const EachInverseStep& each) {
  if (half.size() <= most_unblocked) return each({InverseWhat::multiply, half});
  const auto [first, second] = cut(half);
  multiply(stored, first, each);
  each({InverseWhat::rank_k, first, second});
  each({InverseWhat::trmm, first, second, stored == Triangle::lower ? Side::left : Side::right});
  multiply(stored, second, each);
}

}  // namespace

void steps_of_triangle_inverse(Triangle stored, Side close, Index n, const EachInverseStep& each) {
  if (n > 0) invert(stored, close, {0, n}, each);
}

void steps_of_adjoint_product(Triangle stored, Index n, const EachInverseStep& each) {
  if (n > 0) multiply(stored, {0, n}, each);
}

void steps_of_division(Index n, Index block, const EachInverseStep& each) {
  if (n <= 0) return;
  for (Index begin = divide(n - 1, block) * block; begin >= 0; begin -= block) {
    const Index end = std::min(n, begin + block);
    each({InverseWhat::divide, {begin, end}, {end, n}});
  }
}

}  // namespace numapack
