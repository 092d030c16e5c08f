// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <limits>

#include "base/range.hpp"

namespace numapack {

/// Where a matrix that is stored by rows has elements. I is std::int32_t or std::int64_t.
template <class I>
struct SparsePattern {
  Index rows = 0, columns = 0;
  const I* starts = nullptr;   ///< number of each row's first element, and of the end
  const I* indices = nullptr;  ///< each element's column
  Index elements() const { return rows == 0 ? 0 : static_cast<Index>(starts[rows]); }
  Range of_row(Index row) const {
    return {static_cast<Index>(starts[row]), static_cast<Index>(starts[row + 1])};
  }
};

/// Column indices take 32 bits.
inline constexpr Index most_columns = std::numeric_limits<std::int32_t>::max();

/// Throws Error(invalid_argument) for sizes below 0, null pointers and starts that do not begin with 0 or
/// fall, Error(not_supported) for more than most_columns. Elements are not looked at.
template <class I>
void check_starts(const char* routine, const SparsePattern<I>& pattern);

/// The first of these elements whose column is none of the matrix's, or -1.
template <class I>
Index first_beyond(const SparsePattern<I>& pattern, Range elements);

/// Throws Error(invalid_argument) about element `element`, whose column does not exist.
template <class I>
[[noreturn]] void refuse_element(const char* routine, const SparsePattern<I>& pattern, Index element);

}  // namespace numapack
