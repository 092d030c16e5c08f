// SPDX-License-Identifier: BSD-3-Clause
#include "counters/quantity.hpp"

namespace numapack {

const char* name(Direction direction) {
  constexpr const char* names[] = {"reads", "writes", "operations"};
  return names[static_cast<int>(direction)];
}

const char* name(Place place) {
  constexpr const char* names[] = {"local", "cross die", "cross chip", "other nodes", "all"};
  return names[static_cast<int>(place)];
}

std::string key_of(Quantity quantity) {
  constexpr const char* plain[] = {"cycles",      "instructions",      "node_loads", "node_load_misses",
                                   "node_stores", "node_store_misses", "l1d_loads",  "l1d_load_misses"};
  constexpr const char* of_place[] = {"local", "cross_die", "cross_chip", "other_nodes", "all"};
  if (quantity < Quantity::reads_local) return plain[static_cast<int>(quantity)];
  const int at = static_cast<int>(quantity) - static_cast<int>(Quantity::reads_local);
  const auto direction = static_cast<Direction>(at / places);
  return std::string(name(direction)) + "_" + of_place[at % places] +
         (direction == Direction::operations ? "" : "_lines");
}

}  // namespace numapack
