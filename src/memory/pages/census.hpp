// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "numapack/memory.hpp"

namespace numapack {

/// Counts every page of [data, data + bytes), which must be mapped memory of this process. Measured cost:
/// about 60 ms a GiB in pages of 4 KiB. Never throws for what the kernel refuses: see `unavailable`.
Census census(const void* data, std::size_t bytes, const Machine& machine);

/// Adds what was found of another stretch.
void add(Census& sum, const Census& found);

/// What page_nodes() says of a page that is on no node, and of one that cannot be asked for.
constexpr std::int16_t page_untouched = -1, page_unknown = -2;

/// The node (index) of each page that a stretch overlaps.
std::vector<std::int16_t> page_nodes(const void* data, std::size_t bytes, const Machine& machine);

/// The same of another process (0: this one). Throws Error as process_pages() does.
std::vector<std::int16_t> page_nodes_of(pid_t process, std::uintptr_t address, std::size_t bytes,
                                        const Machine& machine);

/// Homes of single addresses, one query for all: index into Machine::nodes, or -1 (untouched or unknown).
std::vector<int> homes_of(const std::vector<const void*>& addresses, const Machine& machine);

}  // namespace numapack
