// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
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

/// Random numbers all of them: A of getrf and geqrf, too, and reflectors.
inline bool has_plain_elements(BlasName routine, int operand) {
  if (operand != 0) return true;
  switch (routine) {
    case BlasName::trmm:
    case BlasName::trsm:
    case BlasName::trmv:
    case BlasName::trsv:
    case BlasName::potrf:
    case BlasName::potri:
    case BlasName::getri:
    case BlasName::getrs:
    case BlasName::potrs:
    case BlasName::posv:
      return false;
    default:
      return true;
  }
}

/// Element `position` of an operand of a routine. The triangle of trmm and trsm has numbers of modulus 1 on
/// its diagonal and small ones next to it: well-conditioned, and a thousand calls in place leave B finite.
/// getri's and getrs's triangles are the same; potri's and potrs's have ones; and potrf's and posv's matrix
/// is positive definite, since the elements next to the diagonal in a row sum up to less than 1.
template <class T>
T operand_element(const Job& job, int operand, Index position) {
  const T value = random_element<T>(job.seed, operand, position);
  const BlasName routine = job.form.routine->id;
  if (has_plain_elements(routine, operand)) return value;
  const Index order = job.rows(0);
  if (position % (order + 1) != 0) return value / static_cast<decltype(std::abs(value))>(order);
  if (routine == BlasName::potrf || routine == BlasName::posv) return T(1.5F);
  if (routine == BlasName::potri || routine == BlasName::potrs) return T(1);
  if constexpr (std::is_floating_point_v<T>) {
    return std::copysign(T{1}, value);
  } else {
    using Real = typename T::value_type;
    return {std::copysign(Real{0.6}, value.real()), std::copysign(Real{0.8}, value.imag())};
  }
}

/// The row, counted from 1, that getri's and getrs's pivots exchange with row `step`, counted from 0.
inline std::int64_t exchanged_row(const Job& job, Index step) {
  const double place = random_number(~job.seed, static_cast<std::uint64_t>(step)) + 0.5;
  const Index behind = job.rows(0) - step;
  return step + 1 + std::min(behind - 1, static_cast<Index>(place * static_cast<double>(behind)));
}

/// The factor of reflector r below the diagonal of ormqr's and orgqr's A, with which it is unitary: I - tau v
/// v^H, where v is 1 on the diagonal.
template <class T>
T factor_of_reflector(const Job& job, Index r) {
  double squares = 1;
  for (Index i = r + 1; i < job.rows(0); ++i)
    squares += double(std::norm(operand_element<T>(job, 0, i + r * job.rows(0))));
  return T(static_cast<decltype(std::abs(T{}))>(2 / squares));
}

}  // namespace numapack
