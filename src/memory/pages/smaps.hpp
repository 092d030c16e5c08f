// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>

namespace numapack {

/// Bytes of [start, start + bytes) that transparent huge pages back, by the "AnonHugePages" of a listing in
/// the form of /proc/self/smaps. A mapping that the stretch covers in part counts at most for the part: an
/// upper bound.
std::uint64_t transparent_huge_bytes(std::istream& smaps, std::uint64_t start, std::uint64_t bytes);

/// The same by /proc/self/smaps; 0 if it cannot be read.
std::uint64_t transparent_huge_bytes(const void* start, std::size_t bytes);

}  // namespace numapack
