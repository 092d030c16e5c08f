// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "machine/machine.hpp"
#include "memory/pages/page_map.hpp"
#include "memory/pages/page_scan.hpp"

namespace numapack {

/// Where the pages of a stretch of a map want to be.
struct Wish {
  int node = -1;                ///< that most of them want; -1: none wants any
  std::uint64_t pages = 0;      ///< that want any node
  std::uint64_t belonging = 0;  ///< that want `node`
};

/// Of the pages [first, last). Of nodes with as many pages the first.
Wish wish_of(const PageMap& map, std::size_t first, std::size_t last, std::size_t nodes);

/// A huge page that was found.
struct HugeStretch {
  std::optional<int> was_on;  ///< kernel number of the node from which a trial has moved it, if there was one
};

/// Which stretches of a map of small pages are transparent huge pages of this process: from the page tables,
/// or, where the kernel does not show them (before Linux 6.7), by a trial: a small page is sent to where it
/// belongs, and if its neighbours went along, all are one huge page. Refers to the map and the machine.
class HugeStretches {
 public:
  HugeStretches(const PageMap& map, const Machine& machine);

  /// The one that the pages [first, last) of the map lie in; they never reach beyond 2 MiB. Called with
  /// rising stretches. None, too, where it makes no difference: pages that all want one node get there either
  /// way.
  std::optional<HugeStretch> at(std::size_t first, std::size_t last, const Wish& wish);

 private:
  std::optional<HugeStretch> by_trial(std::size_t first, std::size_t last) const;

  const PageMap& map_;
  const Machine& machine_;
  bool shown_ = false;  ///< by the kernel
  bool exist_ = false;
  std::vector<PresentPages> present_;
  std::size_t next_ = 0;
};

}  // namespace numapack
