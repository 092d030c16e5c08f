// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <complex>

#include "base/integer.hpp"
#include "machine/here.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

/// Columns of a matrix from one to the next such that neither all begin in the same sets of a cache nor any
/// in the middle of a line.
template <class T>
Index spread_leading(Index rows) {
  constexpr Index line = 64 / static_cast<Index>(sizeof(T));
  const Index leading = round_up(std::max<Index>(1, rows), line);
  return leading * static_cast<Index>(sizeof(T)) % 1024 == 0 ? leading + line : leading;
}

/// Memory of one call, on the calling thread's node: `width` reflectors of up to `rows` elements as a matrix
/// of their own, with their zeros and ones; their triangle T; and room for a product of V^H with `others`
/// columns.
template <class T>
class QrScratch {
 public:
  QrScratch(Index rows, Index width, Index others)
      : ldv(spread_leading<T>(rows)),
        ldt(spread_leading<T>(width)),
        lease_(Runtime::get().workspaces(), memory_here(Runtime::get().machine()),
               static_cast<std::size_t>((ldv + ldt) * width + ldt * std::max(width, others)) * sizeof(T)),
        v(static_cast<T*>(lease_.data())),
        t(v + ldv * width),
        w(t + ldt * width) {}

  const Index ldv, ldt;

 private:
  WorkspacePool::Lease lease_;

 public:
  T *const v, *const t, *const w;
};

}  // namespace numapack
