// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

namespace numapack::probe {

/// Writes back and drops from all caches every line of a stretch, one every `step_bytes` (a cache line or
/// more), and waits until that is done. clflushopt or clflush on x86-64, dc civac on aarch64, which Linux
/// allows to programs.
void flush_lines(const void* data, std::size_t bytes, std::size_t step_bytes);

/// "clflushopt", "clflush", "dc civac", or "" where there is nothing of the kind.
std::string flush_instruction();

}  // namespace numapack::probe
