// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>

#include "kernel/kernel.hpp"
#include "peer/work/job.hpp"

namespace numapack {

/// A number in [-1/2, 1/2) that depends on the seed and a counter alone: any thread can make any element, and
/// a check can make it again. Mixing after Steele, Lea & Flood, OOPSLA 2014 (SplitMix64).
inline double random_number(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t bits = seed + (counter + 1) * 0x9e3779b97f4a7c15U;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
  bits ^= bits >> 31;
  return static_cast<double>(bits >> 11) * 0x1p-53 - 0.5;
}

/// Element `position` (row + column * rows) of operand 0, 1 or 2, rounded to T.
template <class T>
T random_element(std::uint64_t seed, int operand, Index position) {
  const std::uint64_t stream = seed * 3 + static_cast<std::uint64_t>(operand);
  const std::uint64_t key = (stream + 1) * 0xd1b54a32d192ed03U;
  const auto counter = static_cast<std::uint64_t>(position);
  if constexpr (!std::is_floating_point_v<T>) {
    using Real = typename T::value_type;
    return {static_cast<Real>(random_number(key, 2 * counter)),
            static_cast<Real>(random_number(key, 2 * counter + 1))};
  } else {
    return static_cast<T>(random_number(key, counter));
  }
}

/// Element `position` of an operand of a routine. The triangle of trmm and trsm has numbers of modulus 1 on
/// its diagonal and small ones beside it: well-conditioned, and a thousand calls in place leave B finite.
template <class T>
T operand_element(const Job& job, int operand, Index position) {
  const T value = random_element<T>(job.seed, operand, position);
  if (operand != 0 || !job.form.routine->is_in_place()) return value;
  const Index order = job.rows(0);
  if (position % (order + 1) != 0) return value / static_cast<decltype(std::abs(value))>(order);
  if constexpr (std::is_floating_point_v<T>) {
    return std::copysign(T{1}, value);
  } else {
    using Real = typename T::value_type;
    return {std::copysign(Real{0.6}, value.real()), std::copysign(Real{0.8}, value.imag())};
  }
}

}  // namespace numapack
