// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "blas/counts/routine_list.hpp"

namespace numapack::standard {

inline constexpr auto routine_count = static_cast<std::size_t>(Routine::count);

/// The set of routines that this text leaves to the program's own BLAS, a bit each: names separated by
/// commas, each with '-' before it ("-trsm,-getrf"), or with '+' for these and no others ("+gemm,+trsm");
/// "-all". Throws Error(invalid_argument) that names NUMAPACK_ROUTINES for anything else. Pure.
std::uint64_t routines_left(std::string_view text);

}  // namespace numapack::standard
