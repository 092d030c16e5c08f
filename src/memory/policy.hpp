#pragma once

#include <cstddef>
#include <string>

#include "machine/machine.hpp"
#include "memory/placement.hpp"

namespace numapack {

/// Throws Error(invalid_argument) if a placement names nodes that do not exist or have no usable memory, and
/// Error(out_of_memory) if those nodes together have less than `bytes`.
void check_placement(const Placement& placement, std::size_t bytes, const Machine& machine);

/// Gives a mapping, no page of which exists yet, its placement (mbind; Linux). The thread's own policy stays
/// as it is. Returns "" or, where the kernel refuses, why. First touch cannot be refused: it is what refusal
/// leaves.
std::string apply_placement(void* mapping, std::size_t bytes, const Placement& placement,
                            const Machine& machine);

}  // namespace numapack
