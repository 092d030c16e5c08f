// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "batch/batch_shape.hpp"
#include "machine/machine.hpp"

namespace numapack {

/// A stretch of memory from a problem's operand's first element to its last.
struct BatchPlace {
  const void* data = nullptr;
  std::size_t bytes = 0;
};
using BatchPlaces = std::function<BatchPlace(Index group, int operand, Index problem)>;

/// Where operands lie, by one question to the kernel about one page of each of at most 4096 problems, spread
/// evenly; those between are taken to lie as the one before. `operands`: so many of them are asked for. Pages
/// that nobody has touched count as on `fallback_node`.
BatchHomes sample_batch_homes(const BatchShape& shape, const BatchPlaces& places, int operands,
                              const Machine& machine, int fallback_node);

}  // namespace numapack
