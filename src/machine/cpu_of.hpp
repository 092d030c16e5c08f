// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "cpu/find_microarch.hpp"
#include "machine/machine.hpp"

namespace numapack {

/// The row of cpu/ that a machine's kernels have their figures from: the one asked for by name, else this
/// machine's (microarch_here(), which obeys NUMAPACK_CPU) or what choose_microarch() says of a captured one's
/// CPU. Throws Error(invalid_argument) if the one asked for does not exist, cannot run there or, on this
/// machine, would change the bits that a level of NUMAPACK_BITS fixes.
MicroarchChoice microarch_of(const Machine& machine, std::string_view asked = {});

}  // namespace numapack
