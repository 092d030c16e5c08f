// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "machine/machine.hpp"
#include "numapack/memory.hpp"

namespace numapack {

/// The kernel's counts for each node of the machine (/sys/devices/system/node/node*/numastat); `root` stands
/// for the file system. A node that the kernel does not count has zeros. Throws Error(not_supported) if the
/// machine is not this one, the kernel lacks the counts, or vm.numa_stat turns them off.
NumaCounters read_numa_counters(const Machine& machine, const std::filesystem::path& root = "/");

}  // namespace numapack
