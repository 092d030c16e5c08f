// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Packing, vectorised by the instruction set of the source that includes this (internal linkage, see
// tile.hpp).

#include <algorithm>
#include <cstring>

#include "kernel/kernel.hpp"
#include "kernel/pack/transpose.hpp"

namespace numapack {
namespace {

/// memcpy of a fixed size by this set's widest vectors; GCC 12 inlines it with narrower ones, at half the
/// rate.
template <int Bytes>
inline void copy_bytes(const void* from, void* to) {
  // Elements of 4 bytes need not lie on 8.
  typedef unsigned char V __attribute__((vector_size(vector_bytes), aligned(1), may_alias));
  constexpr int vectors = Bytes / vector_bytes, rest = Bytes % vector_bytes;
#pragma GCC unroll 8
  for (int i = 0; i < vectors; ++i) static_cast<V*>(to)[i] = static_cast<const V*>(from)[i];
  if constexpr (rest > 0)
    std::memcpy(static_cast<char*>(to) + Bytes - rest, static_cast<const char*>(from) + Bytes - rest, rest);
}

/// Neighbours along the panel: every step is one stretch of Width elements. All panels advance together, a
/// few steps at a time, so that the source is read in whole columns. The first lines of the next few are
/// prefetched: their walks through the page tables overlap (CL-037; not of more columns: CL-038), or all of
/// theirs.
template <class T, int Width, bool all_lines>
void pack_stretches(const T* source, Index step, Index panels, Index depth, T* out) {
  constexpr Index stride = 4;
  for (Index p0 = 0; p0 < depth; p0 += stride) {
    const Index p1 = std::min(depth, p0 + stride);
    if constexpr (!all_lines)
      for (Index p = p1; p < std::min(depth, p1 + stride); ++p) __builtin_prefetch(source + p * step);
    for (Index panel = 0; panel < panels; ++panel) {
      const T* from = source + panel * Width + p0 * step;
      T* to = out + (panel * depth + p0) * Width;
      for (Index p = p0; p < p1; ++p, from += step, to += Width) {
        if constexpr (all_lines) __builtin_prefetch(from + stride * step);
        copy_bytes<Width * sizeof(T)>(from, to);
      }
    }
  }
}

/// Neighbours along K: a panel is Width rows read side by side and transposed, by vectors that the panel's
/// width is a multiple of. Whole cache lines are used up at once, so strides of powers of two do not thrash.
template <class T, int Width>
void pack_transposed(const T* source, Index along, Index depth, T* out) {
  constexpr int width_bytes = Width * static_cast<int>(sizeof(T));
  constexpr int bytes = width_bytes % vector_bytes == 0 ? vector_bytes : width_bytes & -width_bytes;
  Index p = 0;
  if constexpr (constexpr Index side = Square<T, bytes>::side; side > 1) {
    for (; p + side <= depth; p += side)
      for (Index i = 0; i < Width; i += side)
        transpose_square<T, bytes>(source + i * along + p, along, out + p * Width + i, Width);
  }
  for (; p < depth; ++p)
    for (int i = 0; i < Width; ++i) copy_bytes<sizeof(T)>(source + i * along + p, out + p * Width + i);
}

/// The last panel, with fewer than Width rows and zeros in place of the others.
template <class T, int Width>
void pack_rest(const PackSource<T>& source, Index rest, Index depth, T* out) {
  constexpr Index lanes = vector_bytes / static_cast<Index>(sizeof(T));
  const Index in_vectors = source.along == 1 ? rest / lanes * lanes : 0;
  for (Index p = 0; p < depth; ++p) {
    const T* const from = source.data + p * source.step;
    T* const to = out + p * Width;
    Index i = 0;
    for (; i < in_vectors; i += lanes) copy_bytes<vector_bytes>(from + i, to + i);
    for (; i < rest; ++i) to[i] = from[i * source.along];
    for (; i < Width && i % lanes != 0; ++i) to[i] = T{0};
    for (; i + lanes <= Width; i += lanes) std::memset(static_cast<void*>(to + i), 0, vector_bytes);
    for (; i < Width; ++i) to[i] = T{0};
  }
}

template <class T>
void negate_imaginary(T*, Index) {}
template <class R>
void negate_imaginary(std::complex<R>* values, Index count) {
  R* const parts = reinterpret_cast<R*>(values);
  for (Index i = 0; i < count; ++i) parts[2 * i + 1] = -parts[2 * i + 1];
}

/// See PackPanels in kernel.hpp.
template <class T, int Width, bool all_lines>
void pack_panels(const PackSource<T>& source, Index length, Index depth, T* panels) {
  const Index whole = length / Width;
  if (source.along == 1) {
    pack_stretches<T, Width, all_lines>(source.data, source.step, whole, depth, panels);
  } else {
    for (Index panel = 0; panel < whole; ++panel) {
      const T* const from = source.data + panel * Width * source.along;
      T* const to = panels + panel * Width * depth;
      if (source.step == 1) {
        pack_transposed<T, Width>(from, source.along, depth, to);
      } else {
        for (Index p = 0; p < depth; ++p)
          for (int i = 0; i < Width; ++i) to[p * Width + i] = from[i * source.along + p * source.step];
      }
    }
  }
  if (const Index rest = length - whole * Width; rest > 0)
    pack_rest<T, Width>({source.data + whole * Width * source.along, source.along, source.step}, rest, depth,
                        panels + whole * Width * depth);
  if (source.conjugate) negate_imaginary(panels, (length + Width - 1) / Width * Width * depth);
}

}  // namespace
}  // namespace numapack
