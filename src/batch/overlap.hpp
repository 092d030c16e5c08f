// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/range.hpp"

namespace numapack {

/// A matrix of a batch as it is stored: `columns` stretches of `rows` elements, `leading` apart.
struct BatchMatrix {
  std::uintptr_t address = 0;
  Index rows = 0, columns = 0, leading = 0;
  bool written = false;
  Index group = 0, problem = 0;
  char name = 'c';  ///< of the operand

  bool empty() const { return rows <= 0 || columns <= 0; }
};

/// Throws Error(invalid_argument) that names both if one that is written shares an element with any other:
/// sub-matrices that interleave are fine. O(n log n) for matrices whose stretches of memory are apart. Pure.
void require_apart(const char* routine, std::vector<BatchMatrix> matrices, std::size_t element_bytes);

/// Whether calls on batches look for what overlaps before they begin: NUMAPACK_CHECKED=1, or
/// numapack_set_checked().
bool batches_are_checked();
void set_batches_checked(bool checked);

}  // namespace numapack
