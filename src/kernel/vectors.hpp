// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Vectors of reals and of complex numbers, by the instruction set of the source that includes this (internal
// linkage, no inline functions of the standard library, see tile.hpp).

#include <complex>
#include <cstdint>
#include <utility>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace numapack {
namespace {

#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif

#if defined(__AVX512F__) || defined(__aarch64__)
constexpr int vector_registers = 32;
#else
constexpr int vector_registers = 16;
#endif

template <int Bytes>
struct IntegerOf;
template <>
struct IntegerOf<4> {
  using type = std::int32_t;
};
template <>
struct IntegerOf<8> {
  using type = std::int64_t;
};

/// Vectors of a real type, and of integers of the same size.
template <class R>
struct Reals {
  static constexpr int lanes = vector_bytes / static_cast<int>(sizeof(R));
  using Integer = typename IntegerOf<sizeof(R)>::type;
  typedef R V __attribute__((vector_size(vector_bytes)));
  typedef R Loose __attribute__((vector_size(vector_bytes), aligned(alignof(R)), may_alias));
  typedef Integer I __attribute__((vector_size(vector_bytes)));
};

template <class R>
inline typename Reals<R>::V load(const R* from) {
  return *reinterpret_cast<const typename Reals<R>::Loose*>(from);
}
template <class R>
inline void store(R* to, typename Reals<R>::V value) {
  *reinterpret_cast<typename Reals<R>::Loose*>(to) = value;
}

/// x in every lane. (Adding zeros would make 0 of -0, with an instruction of its own.)
template <class R>
inline typename Reals<R>::V broadcast(R x) {
  return x - typename Reals<R>::V{};
}

/// x * y + z, once rounded where the instruction set has it. NUMAPACK_UNFUSED: kernels of no set, whose bits
/// no CPU changes.
template <class R>
inline typename Reals<R>::V multiply_add_vectors(typename Reals<R>::V x, typename Reals<R>::V y,
                                                 typename Reals<R>::V z) {
#if defined(__AVX512F__)
  if constexpr (sizeof(R) == 8)
    return _mm512_fmadd_pd(x, y, z);
  else
    return _mm512_fmadd_ps(x, y, z);
#elif defined(__AVX2__)
  if constexpr (sizeof(R) == 8)
    return _mm256_fmadd_pd(x, y, z);
  else
    return _mm256_fmadd_ps(x, y, z);
#elif defined(__aarch64__) && !defined(NUMAPACK_UNFUSED)
  if constexpr (sizeof(R) == 8)
    return vfmaq_f64(z, x, y);
  else
    return vfmaq_f32(z, x, y);
#else
  return x * y + z;
#endif
}

/// The first `count` lanes, zeros in the others, of which nothing is read; 0 < count <= lanes.
template <class R>
inline typename Reals<R>::V load_first(const R* from, int count) {
#if defined(__AVX512F__)
  const unsigned mask = (1U << count) - 1;
  if constexpr (sizeof(R) == 8)
    return _mm512_maskz_loadu_pd(static_cast<__mmask8>(mask), from);
  else
    return _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), from);
#elif defined(__AVX2__)
  typename Reals<R>::I mask{};
  for (int i = 0; i < Reals<R>::lanes; ++i) mask[i] = i < count ? -1 : 0;
  if constexpr (sizeof(R) == 8)
    return _mm256_maskload_pd(from, reinterpret_cast<__m256i>(mask));
  else
    return _mm256_maskload_ps(from, reinterpret_cast<__m256i>(mask));
#else
  typename Reals<R>::V value{};
  for (int i = 0; i < count; ++i) value[i] = from[i];
  return value;
#endif
}

/// The first `count` lanes; nothing else is written.
template <class R>
inline void store_first(R* to, typename Reals<R>::V value, int count) {
#if defined(__AVX512F__)
  const unsigned mask = (1U << count) - 1;
  if constexpr (sizeof(R) == 8)
    _mm512_mask_storeu_pd(to, static_cast<__mmask8>(mask), value);
  else
    _mm512_mask_storeu_ps(to, static_cast<__mmask16>(mask), value);
#else
  for (int i = 0; i < count; ++i) to[i] = value[i];
#endif
}

/// -1 for each real part, 1 for each imaginary one.
template <class R>
inline typename Reals<R>::V minus_plus() {
  typename Reals<R>::V signs{};
  for (int i = 0; i < Reals<R>::lanes; ++i) signs[i] = i % 2 == 0 ? R{-1} : R{1};
  return signs;
}

/// Lane i is lane order(i) of those of x with those of y behind them.
template <int lanes, class V, class Order>
inline V shuffle(V x, V y, Order order) {
  return [&]<int... i>(std::integer_sequence<int, i...>) {
    return __builtin_shufflevector(x, y, order(i)...);
  }
  (std::make_integer_sequence<int, lanes>{});
}

/// Lanes change places in pairs.
template <int lanes, class V>
inline V swap_pairs(V x) {
  return shuffle<lanes>(x, x, [](int i) { return i ^ 1; });
}

/// Re and im of each complex number change places.
template <class R>
inline typename Reals<R>::V swap_parts(typename Reals<R>::V x) {
  return swap_pairs<Reals<R>::lanes>(x);
}

/// |x|, in both lanes of a complex number |re| + |im|.
template <class R, bool complex>
inline typename Reals<R>::V sizes(typename Reals<R>::V x) {
  using V = typename Reals<R>::V;
  const V size = x < V{} ? -x : x;
  if constexpr (complex)
    return size + swap_parts<R>(size);
  else
    return size;
}

template <class T>
struct Parts {
  using Real = T;
  static constexpr int count = 1;
};
template <class R>
struct Parts<std::complex<R>> {
  using Real = R;
  static constexpr int count = 2;
};

/// A scalar to multiply vectors by: x * s = x * same + swap_parts(x) * crossed.
template <class T>
struct Multiplier {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  V same, crossed;

  explicit Multiplier(const T& value) {
    const R* const parts = reinterpret_cast<const R*>(&value);
    same = V{} + parts[0];
    crossed = V{};
    if constexpr (Parts<T>::count == 2)
      for (int i = 0; i < Reals<R>::lanes; ++i) crossed[i] = i % 2 == 0 ? -parts[1] : parts[1];
  }
  V times(V x) const {
    if constexpr (Parts<T>::count == 2)
      return x * same + swap_parts<R>(x) * crossed;
    else
      return x * same;
  }
};

}  // namespace
}  // namespace numapack
