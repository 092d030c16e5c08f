// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "memory/buffer.hpp"
#include "numapack/memory.hpp"
#include "sparse/sparse_plan.hpp"
#include "sparse/windows.hpp"

namespace numapack {

/// Where a window's slices, values and indices begin in its part's memory.
struct PlacedWindow {
  bool of_pieces = false;
  Index first_slice = 0, slices = 0, first_value = 0, first_index = 0;
};

/// One node's rows in its memory.
struct PlacedPart {
  std::vector<PlacedWindow> windows;
  std::vector<LongRow> long_rows;
  Index pieces = 0;         ///< of all long rows
  Index piece_windows = 0;  ///< windows of pieces, the last ones
  Index used = 0;           ///< columns that its rows use, where x is gathered
  Index runs = 0;
  Buffer slices, values, indices, column_runs;
  std::size_t bytes() const;
};

/// A sparse matrix whose rows lie where they are read. Owns its memory; movable. Any number of threads may
/// multiply with one at once.
template <class T>
class PlacedCsr {
 public:
  /// What is passed may be changed or freed afterwards. Throws Error(invalid_argument), Error(not_supported),
  /// Error(out_of_memory).
  template <class I>
  PlacedCsr(const SparsePattern<I>& pattern, const T* values);
  /// For a machine's teams, which need not be the process's: its threads then lay out all parts.
  template <class I>
  PlacedCsr(const SparsePattern<I>& pattern, const T* values, const Machine& machine,
            const std::vector<TeamLayout>& layout, const Profile& profile);

  const SparsePlan& plan() const { return plan_; }
  const std::vector<PlacedPart>& parts() const { return parts_; }
  std::size_t bytes() const;
  /// Its pages, as the kernel says.
  Census where() const;

 private:
  SparsePlan plan_;
  std::vector<PlacedPart> parts_;
};

/// y = alpha A x + beta y with the process's runtime; y must not overlap x. Thread-safe. Throws Error;
/// nothing of y is written then.
template <class T>
void spmv(const PlacedCsr<T>& a, T alpha, const T* x, T beta, T* y);

/// The same for a matrix in place, which is checked each time; the same bits.
template <class T, class I>
void spmv(const SparsePattern<I>& pattern, const T* values, T alpha, const T* x, T beta, T* y);

}  // namespace numapack
