// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/range.hpp"
#include "level3/call/matrix_list.hpp"

namespace numapack {

/// A matrix of a batch as it is stored: `columns` stretches of `rows` elements, `leading` apart.
struct BatchMatrix {
  std::uintptr_t address = 0;
  Index rows = 0, columns = 0, leading = 0;
  bool written = false;
  Index group = 0, problem = 0;
  const char* name = "c";  ///< of the operand
  std::size_t element_bytes = 8;

  bool empty() const { return rows <= 0 || columns <= 0; }
};

/// Throws Error(invalid_argument) that names both if one that is written shares an element with any other:
/// sub-matrices that interleave are fine. O(n log n) for matrices whose stretches of memory are apart. Pure.
void require_apart(const char* routine, std::vector<BatchMatrix> matrices);

/// What one group's problems read and write, each of `columns` stretches of `rows` elements.
class BatchOperands {
 public:
  BatchOperands(const char* routine, Index problems) : routine_(routine), problems_(problems) {}
  template <class T>
  BatchOperands& read(const char* name, const MatrixList<T>& list, Index rows, Index columns, Index leading) {
    return add(name, list, {rows, columns, leading, false});
  }
  template <class T>
  BatchOperands& write(const char* name, const MatrixList<T>& list, Index rows, Index columns,
                       Index leading) {
    return add(name, list, {rows, columns, leading, true});
  }
  /// Numbers that LAPACK returns, one a problem.
  BatchOperands& infos(const std::int64_t* infos) {
    return write("info", MatrixList<const std::int64_t>{nullptr, infos, 1}, 1, 1, 1);
  }
  void require_apart() { numapack::require_apart(routine_, std::move(matrices_)); }

 private:
  struct Stored {
    Index rows, columns, leading;
    bool written;
  };
  template <class T>
  BatchOperands& add(const char* name, const MatrixList<T>& list, const Stored& as) {
    // That is for the routine itself to refuse.
    if (as.leading < as.rows) return *this;
    for (Index i = 0; i < problems_; ++i)
      matrices_.push_back({reinterpret_cast<std::uintptr_t>(list[i]), as.rows, as.columns, as.leading,
                           as.written, 0, i, name, sizeof(T)});
    return *this;
  }

  const char* const routine_;
  const Index problems_;
  std::vector<BatchMatrix> matrices_;
};

/// Whether calls on batches look for what overlaps before they begin: NUMAPACK_CHECKED=1, or
/// numapack_set_checked().
bool batches_are_checked();
void set_batches_checked(bool checked);

}  // namespace numapack
