// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Elements of x by the columns of a slice (internal linkage, see tile.hpp).

#include "kernel/sparse/sparse_kernel.hpp"
#include "kernel/vectors.hpp"

namespace numapack {
namespace {

/// Number `i` of numbers that may begin at any byte.
template <class I>
inline I index_at(const std::uint8_t* indices, int i) {
  typedef I Loose __attribute__((aligned(1), may_alias));
  return reinterpret_cast<const Loose*>(indices)[i];
}

/// A number an element: a gathering vector at a time.
template <class T, class I>
struct ColumnEach {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  static constexpr int parts = Parts<T>::count, lanes = Reals<R>::lanes, elements = lanes / parts;

  static constexpr int bytes(int count) { return count * static_cast<int>(sizeof(I)); }
  static Index at(const std::uint8_t* columns, int lane) {
    return static_cast<Index>(index_at<I>(columns, lane));
  }

#if defined(__AVX512F__)
  /// Elements of 16 bytes are no gather's.
  static constexpr bool has_masks = sizeof(T) <= 8;

  /// The columns of the first elements as 32 bits; those of others are not read.
  static __m256i eight(const std::uint8_t* columns, __mmask8 mask) {
    if constexpr (sizeof(I) == 2)
      return _mm256_cvtepu16_epi32(_mm_maskz_loadu_epi16(mask, columns));
    else
      return _mm256_maskz_loadu_epi32(mask, columns);
  }
  static __m512i sixteen(const std::uint8_t* columns, __mmask16 mask) {
    if constexpr (sizeof(I) == 2)
      return _mm512_maskz_cvtepu16_epi32(mask, _mm256_maskz_loadu_epi16(mask, columns));
    else
      return _mm512_maskz_loadu_epi32(mask, columns);
  }

  /// sum += value * x of the first lanes; the others stay.
  [[gnu::always_inline]] static void add_first(const R* values, const std::uint8_t* columns, int count,
                                               const R* x, V& sum) {
    const unsigned mask = (1U << count) - 1;
    if constexpr (sizeof(R) == 8) {
      const auto of = static_cast<__mmask8>(mask);
      const __m512d taken = _mm512_mask_i32gather_pd(_mm512_setzero_pd(), of, eight(columns, of), x, 8);
      sum = _mm512_mask3_fmadd_pd(_mm512_maskz_loadu_pd(of, values), taken, sum, of);
    } else if constexpr (parts == 1) {
      const auto of = static_cast<__mmask16>(mask);
      const __m512 taken = _mm512_mask_i32gather_ps(_mm512_setzero_ps(), of, sixteen(columns, of), x, 4);
      sum = _mm512_mask3_fmadd_ps(_mm512_maskz_loadu_ps(of, values), taken, sum, of);
    } else {
      const auto of = static_cast<__mmask8>(mask);
      const auto reals = static_cast<__mmask16>((1U << (2 * count)) - 1);
      const __m512 taken =
          _mm512_castpd_ps(_mm512_mask_i32gather_pd(_mm512_setzero_pd(), of, eight(columns, of), x, 8));
      const __m512 value = _mm512_maskz_loadu_ps(reals, values);
      const __m512 re = shuffle<lanes>(value, value, [](int i) { return i & ~1; });
      const __m512 im = shuffle<lanes>(value, value, [](int i) { return i | 1; }) * minus_plus<float>();
      sum = _mm512_mask3_fmadd_ps(re, taken, sum, reals);
      sum = _mm512_mask3_fmadd_ps(im, swap_parts<float>(taken), sum, reals);
    }
  }
#else
  static constexpr bool has_masks = false;
#endif

  /// Vector k of a step that all lanes have.
  [[gnu::always_inline]] static V gather(const std::uint8_t* columns, int k, const R* x) {
#if defined(__AVX512F__)
    // With masks: GCC warns of what the intrinsics without leave undefined.
    if constexpr (sizeof(T) == 8) {
      const __m512d taken = _mm512_mask_i32gather_pd(_mm512_setzero_pd(), 0xff, eight(columns, 0xff), x, 8);
      if constexpr (parts == 1)
        return taken;
      else
        return _mm512_castpd_ps(taken);
    } else if constexpr (sizeof(T) == 4) {
      return _mm512_mask_i32gather_ps(_mm512_setzero_ps(), 0xffff, sixteen(columns, 0xffff), x, 4);
    } else
#endif
    {
      return one_by_one(columns + k * bytes(elements), x);
    }
  }

 private:
  [[gnu::always_inline]] static V one_by_one(const std::uint8_t* columns, const R* x) {
    return [&]<int... i>(std::integer_sequence<int, i...>) {
      return V{x[at(columns, i / parts) * parts + i % parts]...};
    }
    (std::make_integer_sequence<int, lanes>{});
  }
};

template <class T>
using NearColumns = ColumnEach<T, std::uint16_t>;
template <class T>
using FarColumns = ColumnEach<T, std::int32_t>;

/// A number a step: lane i has the column i behind it.
template <class T>
struct SideBySide {
  using R = typename Parts<T>::Real;
  using V = typename Reals<R>::V;
  static constexpr int parts = Parts<T>::count, lanes = Reals<R>::lanes;
  static constexpr bool has_masks = false;

  static constexpr int bytes(int) { return 4; }
  static Index at(const std::uint8_t* columns, int lane) {
    return Index{index_at<std::int32_t>(columns, 0)} + lane;
  }
  [[gnu::always_inline]] static V gather(const std::uint8_t* columns, int k, const R* x) {
    return load(x + Index{index_at<std::int32_t>(columns, 0)} * parts + k * lanes);
  }
};

}  // namespace
}  // namespace numapack
