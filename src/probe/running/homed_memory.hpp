// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "memory/buffer.hpp"
#include "memory/pages/census.hpp"
#include "probe/plans/cell.hpp"
#include "probe/running/giant_pages.hpp"

namespace numapack::probe {

/// Memory with all pages on one node, as the kernel confirmed.
class HomedMemory {
 public:
  /// Binds, touches and asks. Where the kernel refuses a policy, a thread on the node touches first. Throws
  /// Error(system) if the pages are elsewhere, Error(out_of_memory) if there is not so much,
  /// Error(invalid_argument) for a node without usable memory.
  HomedMemory(std::size_t bytes, int home, PageKind kind, const Machine& machine);

  char* data() const { return giant_ ? giant_->data() : buffer_.as<char>(); }
  std::size_t size() const { return size_; }
  const Census& pages() const { return pages_; }

  /// What differs from what was asked: huge pages not had, policy refused, placement not confirmed.
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  void make_ordinary(int home, PageKind kind, const Machine& machine);

  std::size_t size_;
  Buffer buffer_;
  std::optional<GiantPages> giant_;
  Census pages_;
  std::vector<std::string> remarks_;
};

}  // namespace numapack::probe
