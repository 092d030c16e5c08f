// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "level3/call/problem.hpp"
#include "memory/buffer.hpp"
#include "numapack/memory.hpp"
#include "packed/packed_plan.hpp"

namespace numapack {

/// An operand of products laid out once: each node's lines on its node, in the format that the micro-kernel
/// reads. Owns its memory; movable. Any number of threads may multiply with one at once.
template <class T>
class PackedOperand {
 public:
  /// op(A) is lines x depth, op(B) depth x lines, column-major; what is at `data` may be changed or freed
  /// afterwards. Throws Error(invalid_argument), Error(out_of_memory).
  PackedOperand(bool is_a, Transpose op, Index lines, Index depth, const T* data, Index leading);

  /// The same elements in memory of its own, on the same nodes.
  PackedOperand copy() const;

  const PackedPlan& plan() const { return plan_; }
  const T* panels(std::size_t part) const { return panels_[part].template as<T>(); }
  std::size_t bytes() const { return plan_.bytes(); }

  /// Its pages, as the kernel says.
  Census where() const;

 private:
  explicit PackedOperand(const PackedPlan& plan);

  PackedPlan plan_;
  std::vector<Buffer> panels_;  ///< of each part
};

/// C = alpha op(A) op(B) + beta C with the process's runtime, A or B being `operand`; that one's fields of
/// the problem (address, leading dimension, op) are not looked at. m, n and k must fit. Thread-safe. Throws
/// Error; nothing of C is written then. The order of the sums is gemm()'s where that packs.
template <class T>
void multiply(const PackedOperand<T>& operand, const Problem<T>& problem);

}  // namespace numapack
