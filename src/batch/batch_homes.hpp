// SPDX-License-Identifier: BSD-3-Clause
#pragma once

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
using BatchPlaces = std::function<BatchPlace(Index group, int operand, Index problem)>;

/// Where operands lie, by one question to the kernel about one page of each of at most 4096 problems, spread
/// evenly; those between are assumed to be where the previous one is. `operands`: the number to look up.
/// Pages that nobody has touched count as on `fallback_node`.
BatchHomes sample_batch_homes(const BatchShape& shape, const BatchPlaces& places, int operands,
                              const Machine& machine, int fallback_node);

/// The same for problems stored one after another in a matrix with these homes, `columns` columns each: the
/// pages of an interleaved matrix alternate. Pure.
std::vector<std::int16_t> homes_of_stack(const HomeMap& stack, Index columns, Index problems,
                                         std::size_t element_bytes, std::size_t page_bytes);

}  // namespace numapack
