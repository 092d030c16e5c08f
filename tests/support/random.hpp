// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace numapack::testing {

/// The seed of this run: NUMAPACK_TEST_SEED, or a fresh one. Print it with every failure.
inline std::uint64_t test_seed() {
  static const std::uint64_t seed = [] {
    const char* text = std::getenv("NUMAPACK_TEST_SEED");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : std::uint64_t{std::random_device{}()};
  }();
  return seed;
}

using Generator = std::mt19937_64;

template <class T>
struct RealOf {
  using type = T;
};
template <class R>
struct RealOf<std::complex<R>> {
  using type = R;
};
template <class T>
using Real = typename RealOf<T>::type;

template <class T>
T random_value(Generator& generator) {
  std::uniform_real_distribution<Real<T>> uniform(-1, 1);
  if constexpr (std::is_same_v<T, Real<T>>)
    return uniform(generator);
  else
    return {uniform(generator), uniform(generator)};
}

}  // namespace numapack::testing
