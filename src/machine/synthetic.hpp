// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>

namespace numapack {

// hwloc's synthetic descriptions as texts. Pure.

/// Hardware threads that a description asks for, at most: the product of its counts outside brackets.
double synthetic_size(const std::string& description);

/// What a node has of which a marked description says no memory: nobody means so little.
inline constexpr std::uint64_t unsaid_memory_bytes = 1;

struct MarkedDescription {
  std::string text;
  bool names_nodes = false;  ///< false: hwloc adds what nodes there must be, and nobody says their memory
};

/// A description that gives every NUMA node a memory. hwloc would give those that have none in it 1 GiB, or
/// nothing to attached ones before 2.12, which looks as if somebody had said so.
MarkedDescription mark_unsaid_memory(const std::string& description);

}  // namespace numapack
