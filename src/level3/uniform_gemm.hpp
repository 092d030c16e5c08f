// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>

#include "level3/call/matrix_list.hpp"
#include "level3/call/problem.hpp"
#include "level3/tasks/node_task.hpp"

namespace numapack {

/// Products that are alike in all but their addresses, one after the other on the calling thread. What a call
/// looks at before it multiplies is looked at once. Each has the bits of its own gemm().
template <class T>
class UniformGemm {
 public:
  /// `shape` has been checked; its addresses do not matter.
  explicit UniformGemm(const Problem<T>& shape);

  /// Those of the lists with these numbers. Never throws because memory is short.
  void multiply(const MatrixList<const T>& a, const MatrixList<const T>& b, const MatrixList<T>& c,
                Range numbers) const;

 private:
  enum class Mode { nothing, scaled, tiny, in_place, task, call };

  Mode choose_mode();
  void multiply_tiny(const MatrixList<const T>& a, const MatrixList<const T>& b, const MatrixList<T>& c,
                     Range numbers) const;
  /// Whether so many problems come from beyond L2: their operands are prefetched while the previous one is
  /// multiplied.
  bool prefetches_next(Index problems) const;
  void prefetch_to_write(const T* c) const;
  void multiply_one(const Problem<T>& problem) const;

  const Problem<T> shape_;
  const Kernel<T>* kernel_ = nullptr;
  NodeTask task_;
  const Mode mode_;
};

}  // namespace numapack
