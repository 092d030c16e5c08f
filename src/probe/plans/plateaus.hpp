// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "profile/document/measured.hpp"

namespace numapack::probe {

/// One point of a sweep: time of a load against the stretch of memory walked.
struct SweepPoint {
  std::size_t bytes = 0;
  double ns = 0;
};

/// Sizes over which the time of a load stays the same: one level of the memory.
struct Plateau {
  std::size_t from_bytes = 0, to_bytes = 0;  ///< first and last size measured on it
  double ns = 0;                             ///< median of its points
  /// What the level holds: at least this much, less than that. Both 0 for the last plateau, which has no end.
  std::size_t capacity_from = 0, capacity_below = 0;
};

/// The plateaus of a sweep by rising size. A plateau is at least 1.7 times as long as its first size, and its
/// points, after the median of each with its neighbours, lie within 7 % of their median; neighbours that
/// differ by less than 15 % are one. It ends at the last size within 15 % of its median. Pure.
std::vector<Plateau> find_plateaus(std::vector<SweepPoint> points);

/// What the machine says about a plateau that starts below `cache`'s end: "L2 of 1 MiB" for the smallest
/// cache of this CPU that ends within half and twice the measured capacity; "" for none; "memory" for the
/// last. Pure.
std::string firmware_match(const Plateau& plateau, const ProfiledMachine& machine, int pu);

}  // namespace numapack::probe
