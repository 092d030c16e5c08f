// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "kernel/kernel.hpp"

namespace numapack {

/// Rows of a slice: each step is one 64-byte line of values.
template <class T>
inline constexpr int slice_rows = 64 / static_cast<int>(sizeof(T));

/// Elements of a row that are summed one after the other. A longer row is the sum of such pieces, in their
/// order: this fixes the bits, whoever sums.
inline constexpr Index piece_elements = 256;

/// How the column indices of a slice's elements are stored, relative to the slice's base.
enum class SliceColumns : std::uint8_t {
  side_by_side,  ///< 32 bits a step: those of the lanes are neighbours
  near,          ///< 16 bits an element
  far            ///< 32 bits an element
};

/// Some rows of a sparse matrix side by side, one per lane, longest first: step j holds the j-th elements of
/// all rows that are long enough, contiguously. There is no padding, so rows of any length take no more
/// memory than their elements. (Monakov, Lokhmotov and Avetisyan, HiPEAC 2010, and Kreutzer et al., SIAM J.
/// Sci. Comput. 36(5), 2014, pad: their slices are the lanes of this one.)
///
/// Its stretch of the indices begins with the lanes' rows, 16 bits each, if they are not in order; then, 8
/// bits each, how many lanes have a step, for steps that not all have; then the columns.
struct Slice {
  Index first = 0;          ///< row of lane 0; not in order: that the lanes' rows count from
  std::int32_t base = 0;    ///< column that columns count from
  std::uint16_t steps = 0;  ///< of the longest lane
  std::uint16_t whole = 0;  ///< steps that slice_rows lanes have
  std::uint8_t lanes = 0;   ///< rows
  SliceColumns columns = SliceColumns::far;
  bool in_order = true;  ///< lane i is row first + i
};

/// Slices one behind the other: y = alpha A x + beta y of their rows.
template <class T>
struct SliceProduct {
  const Slice* slices = nullptr;
  Index count = 0;
  const T* values = nullptr;
  const std::uint8_t* indices = nullptr;
  const T* x = nullptr;
  bool sums_only = false;  ///< y is the sums themselves
  T alpha{1}, beta{0};
  T* y = nullptr;  ///< row 0; beta == 0 does not read it
};

/// The same of rows [begin, end) as they are stored by somebody else; I is std::int32_t or std::int64_t.
template <class T, class I>
struct RowProduct {
  Index begin = 0, end = 0;
  const I* starts = nullptr;  ///< of row 0
  const I* columns = nullptr;
  const T* values = nullptr;
  const T* x = nullptr;
  T alpha{1}, beta{0};
  T* y = nullptr;
};

/// y = alpha (the sums of a row's pieces, added up) + beta y.
template <class T>
struct PieceSums {
  const T* sums = nullptr;
  Index pieces = 0;
  T alpha{1}, beta{0};
  T* y = nullptr;
};

/// Loops of one instruction set. A row's elements are summed in their order, in pieces of piece_elements,
/// each once rounded where the set has an fma: so all loops of such sets have the same bits. A complex
/// product adds first what the value's real part gives.
template <class T>
struct SparseKernel {
  void (*slices)(const SliceProduct<T>&) = nullptr;
  void (*finish)(const PieceSums<T>&) = nullptr;
  void (*rows_of_32)(const RowProduct<T, std::int32_t>&) = nullptr;
  void (*rows_of_64)(const RowProduct<T, std::int64_t>&) = nullptr;
};

/// The loops for a set, which this CPU runs; SVE has NEON's.
template <class T>
const SparseKernel<T>& sparse_kernel(InstructionSet set);

}  // namespace numapack
