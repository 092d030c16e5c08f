// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "matrix/distribute.hpp"
#include "memory/buffer.hpp"
#include "memory/pages/page_sizes.hpp"
#include "numapack/memory.hpp"
#include "profile/profile.hpp"

namespace numapack {

/// Bandwidth of each node's memory for weights: the best that any node reads it with. Pure.
std::vector<double> bandwidth_by_home(const Profile& profile);

/// The memory of a matrix with a placement: one buffer, or one on each node of a replicated one.
class PlacedMatrix {
 public:
  /// `placement` without open ends (see resolved()). Throws Error(invalid_argument) for sizes or a placement
  /// that cannot be, Error(out_of_memory).
  PlacedMatrix(const StoredMatrix& matrix, Placement placement, PageSize pages, const Machine& machine);

  int copies() const { return static_cast<int>(buffers_.size()); }
  void* data(int copy) const { return buffers_.at(static_cast<std::size_t>(copy)).data(); }
  /// The node that a copy is for; -1 if there is one only.
  int node_of(int copy) const;
  const StoredMatrix& matrix() const { return matrix_; }
  const Placement& placement() const { return placement_; }
  std::size_t page_bytes() const { return page_bytes_; }
  const std::string& policy_refused() const;

  /// Fills every copy; see distribute(). Empty: makes the pages that the kernel does not place.
  void fill(const std::function<void(int copy, const Piece&)>& write, const Workers& workers) const;

 private:
  StoredMatrix matrix_;
  Placement placement_;
  std::size_t page_bytes_;
  std::vector<Buffer> buffers_;
};

}  // namespace numapack
