#pragma once

#include <cstddef>

#include "gemm/plan.hpp"

namespace numapack {

/// Where the packed panels and blocks of C of one node task lie in its workspace, in bytes. The plan states
/// the total, the executor uses the offsets: both call workspace_of(), so what is stated is what is used.
/// Every piece starts on a page of its own, so that threads that write different pieces share no page.
struct WorkspaceLayout {
  std::size_t b_bytes_each = 0;  ///< packed B of one slab and chunk: min(slab, k) x column_chunk padded to nr
  int b_buffers = 0;  ///< 2 where threads pack the next (slab, chunk) while others use this one; a thread
                      ///< alone has one, which it finds in the caches (n = 512 1.025 of the rate)
  std::size_t a_bytes_each = 0;  ///< packed block of A: mc x min(slab, k)
  int a_buffers = 0;             ///< for each owner: a thread, or a thread row that shares blocks; then 2
                                 ///< if it has more than one
  std::size_t a_begin = 0;
  std::size_t c_bytes_each = 0;  ///< a thread's block of C, mc x nc, if the task finishes C; else 0
  std::size_t c_begin = 0;
  std::size_t total = 0;

  std::size_t b_offset(Index buffer = 0) const { return std::size_t(buffer) * b_bytes_each; }
  std::size_t a_offset(Index owner, Index buffer = 0) const {
    return a_begin + std::size_t(owner * a_buffers + buffer) * a_bytes_each;
  }
  std::size_t c_offset(Index thread) const { return c_begin + std::size_t(thread) * c_bytes_each; }
};

/// The layout for a task whose ranges, thread grid, blocking, slab and column_chunk are set.
/// Pure.
WorkspaceLayout workspace_of(const NodeTask& task, const Shape& shape, const KernelShape& kernel);

}  // namespace numapack
