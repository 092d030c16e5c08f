// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace numapack::probe {

/// At least so many additions of registers, each of which needs the sum before it: one cycle each on every
/// x86-64 and aarch64 processor, whatever else the core could do meanwhile. No vectors, which lower the clock
/// of some, and no constants: some processors add those while renaming, in no time. Returns how many
/// additions were made: the sum itself, so that none can have been left out.
std::int64_t chain_of_additions(std::int64_t least);

/// Additions between two looks at `chain_of_additions`' counter.
constexpr std::int64_t additions_a_turn = 256;

}  // namespace numapack::probe
