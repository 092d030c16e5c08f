// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace numapack {

/// Bytes of whole cache lines of 64.
constexpr std::size_t round_to_line(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

/// An odd number of them: columns so far apart share no set of the caches with their neighbours.
constexpr std::size_t odd_lines(std::size_t bytes) { return round_to_line(bytes) | 64; }

}  // namespace numapack
