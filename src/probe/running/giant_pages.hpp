// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>

#include "machine/machine.hpp"

namespace numapack::probe {

constexpr std::size_t giant_page_bytes = std::size_t{1} << 30;

/// Gives a mapping back.
struct Unmapping {
  std::size_t bytes = 0;
  void operator()(char* data) const;
};

/// Whole pages of 1 GiB from the pool that an administrator keeps (hugepages-1048576kB), bound to a node
/// where the kernel lets it, and made at once.
class GiantPages {
 public:
  /// As many as hold so many bytes. Throws Error(out_of_memory) where not enough are free.
  GiantPages(std::size_t bytes, int home, const Machine& machine);

  char* data() const { return pages_.get(); }

 private:
  std::unique_ptr<char, Unmapping> pages_;
};

}  // namespace numapack::probe
