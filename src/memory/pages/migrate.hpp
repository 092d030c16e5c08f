// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "memory/pages/page_map.hpp"
#include "numapack/memory.hpp"

namespace numapack {

/// Moves pages of this process to where a map wants them (move_pages), whoever allocated them, while other
/// threads may go on using them. Huge pages move whole, by the majority of the pages of the map in them. The
/// memory's policy stays as it is. Never throws for what the kernel refuses.
Migration migrate(const PageMap& map, const Machine& machine);

/// The same for a stretch and one node.
Migration move_to_node(void* begin, std::size_t bytes, int node, const Machine& machine);

}  // namespace numapack
