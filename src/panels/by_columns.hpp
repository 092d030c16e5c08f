// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "base/whole_lines.hpp"
#include "level3/call/copy_transposed.hpp"
#include "machine/here.hpp"
#include "panels/shared_lines.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

/// A row-major matrix of m x n by columns: memory of its own on the calling thread's node. Throws
/// Error(out_of_memory).
template <class T>
class ByColumns {
 public:
  ByColumns(Index m, Index n)
      : leading(static_cast<Index>(odd_lines(static_cast<std::size_t>(std::max<Index>(1, m)) * sizeof(T)) /
                                   sizeof(T))),
        n_(n),
        lease_(Runtime::get().workspaces(), memory_here(Runtime::get().machine()),
               static_cast<std::size_t>(leading * n) * sizeof(T)),
        data(static_cast<T*>(lease_.data())) {}

  /// The first `rows`, by all threads.
  void take(const T* from, Index leading_from, Index rows) const {
    for_lines(false, {from, n_, rows, leading_from}, sizeof(T), [&](Range now) {
      copy_transposed<false>(from + now.begin * leading_from, leading_from, n_, now.size(), data + now.begin,
                             leading);
    });
  }
  void give(T* to, Index leading_to, Index rows) const {
    for_lines(false, {to, n_, rows, leading_to}, sizeof(T), [&](Range now) {
      copy_transposed<false>(data + now.begin, leading, now.size(), n_, to + now.begin * leading_to,
                             leading_to);
    });
  }

  const Index leading;

 private:
  const Index n_;
  WorkspacePool::Lease lease_;

 public:
  T* const data;
};

}  // namespace numapack
