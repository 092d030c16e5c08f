// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/integer.hpp"

namespace numapack {

/// Where pieces of one kind are in a workspace, from its begin, in bytes or elements.
struct WorkspacePieces {
  std::size_t begin = 0, stride = 0;
  Index count = 1;
  /// Numbers beyond the last one begin again at the first: buffers in turn.
  std::size_t operator()(Index number = 0) const {
    return begin + static_cast<std::size_t>(number % count) * stride;
  }
};

/// Adds up a workspace: pieces one behind the other. Pure.
class WorkspaceRoom {
 public:
  /// So many of each of some kinds, which alternate: one of each, then the next of each.
  template <std::size_t kinds>
  std::array<WorkspacePieces, kinds> add(const std::array<std::size_t, kinds>& sizes, Index count) {
    std::array<WorkspacePieces, kinds> pieces;
    std::size_t stride = 0;
    for (const std::size_t size : sizes) stride += size;
    std::size_t begin = total_;
    for (std::size_t kind = 0; kind < kinds; begin += sizes[kind++])
      pieces[kind] = {begin, stride, std::max<Index>(1, count)};
    total_ += static_cast<std::size_t>(count) * stride;
    return pieces;
  }
  WorkspacePieces add(std::size_t size, Index count = 1) { return add<1>({size}, count)[0]; }
  std::size_t total() const { return total_; }

 private:
  std::size_t total_ = 0;
};

}  // namespace numapack
