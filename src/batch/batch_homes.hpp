// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "batch/batch_shape.hpp"
#include "machine/machine.hpp"
#include "memory/homes/homes.hpp"

namespace numapack {

/// A stretch of memory from a problem's operand's first element to its last.
struct BatchPlace {
  const void* data = nullptr;
  std::size_t bytes = 0;
};
/// Of a column-major matrix, or of a row-major one the other way round.
template <class T>
BatchPlace place_of(const T* data, Index rows, Index columns, Index leading) {
  return {data, static_cast<std::size_t>(std::max<Index>(0, (columns - 1) * leading + rows)) * sizeof(T)};
}
using BatchPlaces = std::function<BatchPlace(Index group, int operand, Index problem)>;

/// The node of each address, -1 for what is on none: homes_of() of a machine, or an invented page table.
using AskHomes = std::function<std::vector<int>(const std::vector<const void*>&)>;

/// What to look up.
struct BatchSample {
  int operands = 1;
  bool with_parts = false;  ///< also which part of each problem lies where, for its traffic
};

/// Pages of an operand that are asked for in one call: 0.16 ms, at 40 ns each of pages of 4 KiB in a row
/// (median of 15 on a KVM guest on a Xeon of Sapphire Rapids' class).
inline constexpr Index most_pages_asked = 4096;

/// Where operands lie. Each page that they are on is asked for, in the order of problems; of problems of
/// many pages, some in their middle. Where there are more than most_pages_asked, runs of pages are asked for,
/// spread evenly, and what a run ends with goes on until the next: one node, or several in turn. A problem
/// whose pages are on several nodes counts as on that with most of its bytes; where several have about as
/// many, they take turns. Pages that nobody has touched count as on `fallback_node`.
BatchHomes sample_batch_homes(const BatchShape& shape, const BatchPlaces& places, const BatchSample& what,
                              const Machine& machine, int fallback_node, const AskHomes& ask);

/// The same for an operand of problems stored one after another in a matrix with these homes, `columns`
/// columns each: the pages of an interleaved matrix alternate, each as a whole on one node. Pure.
void add_homes_of_stack(BatchHomes& homes, int operand, const HomeMap& stack, Index columns, Index problems,
                        std::size_t element_bytes, std::size_t page_bytes);

}  // namespace numapack
