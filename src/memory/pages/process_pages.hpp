// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "machine/machine.hpp"

namespace numapack {

/// A stretch of a process's address space, as in /proc/PID/maps, and where its pages are.
struct ProcessMapping {
  std::uintptr_t begin = 0, end = 0;
  std::string name;                    ///< file, "[heap]", "[stack]", "anonymous" …
  std::string policy;                  ///< the kernel's text: "default", "bind:0", "interleave:0-3"
  std::vector<std::uint64_t> by_node;  ///< bytes in memory on each node of the machine
  std::uint64_t huge_bytes = 0;        ///< of them in transparent or explicit huge pages
  std::uint64_t swapped_bytes = 0;

  std::uint64_t resident() const;
};

/// A process's memory by node.
struct ProcessPages {
  pid_t process = 0;
  std::string command;                   ///< its name
  std::string user;                      ///< its owner's name, or number
  std::vector<ProcessMapping> mappings;  ///< by rising address
  std::string incomplete;                ///< what is unknown, and why; or ""

  /// Sums over all mappings.
  ProcessMapping total() const;
};

/// Asks the kernel (/proc/PID/numa_maps, maps, smaps: it walks the page tables; about 10 ms a GiB of 4 KiB
/// pages for each of the first and the last). Touches nothing. `root` stands for the file system. Throws
/// Error(invalid_argument) if there is no such process, Error(not_supported) if it belongs to somebody else
/// or the kernel does not tell, Error(system) if it ends meanwhile.
ProcessPages process_pages(pid_t process, const Machine& machine, const std::filesystem::path& root = "/");

/// Throws the error that fits errno (ESRCH, ENOENT, EACCES, EPERM, …) after asking about a process.
[[noreturn]] void refuse_process(pid_t process, int error, const std::filesystem::path& root = "/");

}  // namespace numapack
