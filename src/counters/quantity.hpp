// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace numapack {

/// What lines or operations did.
enum class Direction { reads, writes, operations };

/// Where they went to or came from, seen from the one that asked.
enum class Place {
  local,       ///< its own node
  cross_die,   ///< another node of its package
  cross_chip,  ///< another package
  remote,      ///< another node: the event does not tell which package
  all,         ///< wherever
};

/// What events add up to.
enum class Quantity {
  cycles,
  instructions,
  node_loads,
  node_load_misses,
  node_stores,
  node_store_misses,
  first_by_place,  ///< reads local, …, reads all, writes local, …: see quantity_of()
};

inline constexpr int places = 5, directions = 3;
inline constexpr int quantities = static_cast<int>(Quantity::first_by_place) + places * directions;

constexpr Quantity quantity_of(Direction direction, Place place) {
  return static_cast<Quantity>(static_cast<int>(Quantity::first_by_place) +
                               places * static_cast<int>(direction) + static_cast<int>(place));
}

const char* name(Direction direction);
const char* name(Place place);

/// Its key in a document, with the unit: "reads_local_lines", "operations_cross_chip", "node_loads".
std::string key_of(Quantity quantity);

}  // namespace numapack
