// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace numapack::standard {

/// Integers of the standard's routines; NUMAPACK_ILP64 is 1 where they have 64 bits.
#if NUMAPACK_ILP64
using Int = std::int64_t;
#else
using Int = std::int32_t;
#endif

}  // namespace numapack::standard
