// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "machine/machine.hpp"

namespace numapack {

// What the running kernel says. `root` is put before every path, so that a folder can stand for the file
// system.

/// What holds of a setting's choices, "always [madvise] never" for one: the word in brackets; "" where the
/// file is missing or has none.
std::string read_chosen(const std::filesystem::path& file);

/// "always", "madvise", "never", or "" where the kernel does not say.
std::string read_transparent_huge_pages(const std::filesystem::path& root = "/");

/// Pools of explicit huge pages in a folder of the kernel's (of the machine, or of a node), by rising page
/// size.
std::vector<HugePages> read_huge_page_pools(const std::filesystem::path& folder);

/// Those of the machine.
std::vector<HugePages> read_huge_pages(const std::filesystem::path& root = "/");

/// kernel.numa_balancing; nothing where the kernel lacks it.
std::optional<int> read_numa_balancing(const std::filesystem::path& root = "/");

/// Kernel numbers of the nodes this process may allocate on; nothing where the kernel does not say.
std::optional<std::vector<int>> read_allowed_nodes(const std::filesystem::path& root = "/");

/// Kernel numbers of the hardware threads this process may run on: its mask, which control groups bound.
/// Nothing where the kernel does not say.
std::optional<std::vector<int>> read_allowed_cpus(const std::filesystem::path& root = "/");

/// A figure of /proc/meminfo such as "MemAvailable", in bytes; nothing where it is missing.
std::optional<std::uint64_t> read_meminfo(const std::string& key, const std::filesystem::path& root = "/");

/// Kernel numbers of the hardware threads that the calling thread's affinity mask holds.
std::vector<int> affinity_of_caller();

}  // namespace numapack
