// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace numapack {

/// Bytes of whole cache lines of 64.
constexpr std::size_t round_to_line(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace numapack
