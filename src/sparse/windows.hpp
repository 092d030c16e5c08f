// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "kernel/sparse/sparse_kernel.hpp"
#include "sparse/pattern.hpp"

namespace numapack {

/// A row that takes several lanes, one piece each; their sums are added in order.
struct LongRow {
  Index row = 0, first_piece = 0, pieces = 0;
  bool operator==(const LongRow&) const = default;
};

/// A thread's unit of work: some rows other than long ones, or some pieces of long rows. Follows from the
/// pattern alone.
struct Window {
  bool of_pieces = false;
  Range lanes;         ///< rows of the matrix, or pieces of the part's
  Index elements = 0;  ///< that it multiplies
};

/// How a part's rows are cut up.
struct WindowList {
  std::vector<Window> windows;
  std::vector<LongRow> long_rows;
  Index pieces = 0;  ///< of all long rows
};

/// Pure.
template <class I>
WindowList cut_windows(const SparsePattern<I>& pattern, Range rows);

/// What a lane of a slice sums.
struct Lane {
  Index begin = 0;  ///< its first element
  std::int32_t count = 0;
  std::uint16_t offset = 0;  ///< its row, from the window's first
};

/// A window as slices. Its rows stay in their order, but inside of slices, unless more than a fifth of the
/// lanes would be idle: then they are ordered by their lengths. `local` has each column's place in the copy
/// of x; null: there is none.
template <class I>
class WindowSlices {
 public:
  WindowSlices(const SparsePattern<I>& pattern, const WindowList& list, const Window& window,
               const std::int32_t* local, int lanes_of_slice);

  Index count() const { return static_cast<Index>(slices_.size()); }
  Index index_bytes() const { return index_bytes_; }
  Index elements() const { return elements_; }
  const std::vector<Slice>& slices() const { return slices_; }

  /// Writes the slices' values and indices.
  template <class T>
  void write(const T* from, T* values, std::uint8_t* indices) const;

 private:
  void collect(const WindowList& list, const Window& window);
  void order();
  void make_slice(std::size_t first, Index window_first);
  std::int32_t column(Index element) const {
    const auto stored = static_cast<Index>(pattern_.indices[element]);
    return local_ == nullptr ? static_cast<std::int32_t>(stored) : local_[stored];
  }
  void write_columns(const Slice& slice, const Lane* lanes, std::uint8_t*& to) const;

  const SparsePattern<I>& pattern_;
  const std::int32_t* const local_;
  const std::size_t width_;
  std::vector<Lane> lanes_;
  std::vector<Slice> slices_;
  Index index_bytes_ = 0, elements_ = 0;
};

}  // namespace numapack
