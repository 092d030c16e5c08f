// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// Sixteen hexadecimal digits that differ between machines with different processors, nodes, caches or
/// distances, and stay the same over restarts, affinity masks, quotas and cgroups. Identity only: two
/// machines of one model in the same configuration have the same one, as they have the same figures.
std::string fingerprint(const Machine& machine);

/// What a profile keeps of a machine.
ProfiledMachine profiled_machine(const Machine& machine);

}  // namespace numapack
