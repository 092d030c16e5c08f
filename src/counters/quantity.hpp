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

/// What events add up to: of each direction all places, in both orders.
enum class Quantity {
  cycles,
  instructions,
  node_loads,
  node_load_misses,
  node_stores,
  node_store_misses,
  l1d_loads,
  l1d_load_misses,
  reads_local,
  reads_cross_die,
  reads_cross_chip,
  reads_other_nodes,
  reads_all,
  writes_local,
  writes_cross_die,
  writes_cross_chip,
  writes_other_nodes,
  writes_all,
  operations_local,
  operations_cross_die,
  operations_cross_chip,
  operations_other_nodes,
  operations_all,
};

inline constexpr int places = static_cast<int>(Place::all) + 1;
inline constexpr int quantities = static_cast<int>(Quantity::operations_all) + 1;

constexpr Quantity quantity_of(Direction direction, Place place) {
  return static_cast<Quantity>(static_cast<int>(Quantity::reads_local) +
                               places * static_cast<int>(direction) + static_cast<int>(place));
}

const char* name(Direction direction);
const char* name(Place place);

/// Its key in a document, with the unit: "reads_local_lines", "operations_cross_chip", "node_loads".
std::string key_of(Quantity quantity);

}  // namespace numapack
