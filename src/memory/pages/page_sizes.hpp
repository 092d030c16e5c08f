// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace numapack {

/// Size of a transparent huge page.
inline constexpr std::size_t huge_page_bytes = 2u << 20;

/// Pages asked for in one call: large enough to make the call itself cheap, small enough to stay in the L2
/// cache.
inline constexpr std::size_t batch_pages = 4096;

/// Below this a question to the kernel costs more than it can save.
inline constexpr std::size_t worth_asking_bytes = 64u << 20;

}  // namespace numapack
