// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profile/document/measured.hpp"

namespace numapack {

enum class LastLevel { unknown, inclusive, exclusive };
enum class SharedCopy { unknown, nearest, first };
enum class Symmetry { unknown, symmetric, asymmetric };

/// What follows from a profile, in words, with the figures that it follows from.
struct Inference {
  std::string kind;  ///< "shared cache", "last level", "shared lines", "affinity", "core groups", "symmetry",
                     ///< "asymmetric", "slow link", "firmware", "latency groups", "latency order",
                     ///< "nearest memories", "no structure"
  std::string statement;
  std::vector<std::string> evidence;
};

/// Threads that reach what one of them put into a cache of this level as fast as their own.
struct SharedCache {
  int level = 0;
  double latency_ns = 0;
  std::vector<int> pus;
};

/// Cores at about the same distance: groups whose members reach each other within `up_to_ns`.
struct DistanceClass {
  double from_ns = 0, up_to_ns = 0;
  /// From a whole matrix: the groups that form at this distance, each rising. From one reader's row alone:
  /// one group, the threads at this distance from the reader.
  std::vector<std::vector<int>> groups;
};

/// A last level that firmware calls common to many cores, and that answers some of them faster.
struct Affinity {
  std::vector<int> pus;  ///< of one fast group
  double near_ns = 0, far_ns = 0;
  std::uint64_t fast_bytes = 0;   ///< a block up to this size stays near; 0: sizes were not measured
  std::uint64_t meets_bytes = 0;  ///< from here on near and far do not differ; 0: not seen
};

struct Pair {
  int one = -1, other = -1;
  bool operator==(const Pair&) const = default;
};

struct Inferences {
  std::vector<SharedCache> shared_caches;
  int last_level_cache = 0;  ///< its level; 0: unknown
  LastLevel last_level = LastLevel::unknown;
  SharedCopy shared_copy = SharedCopy::unknown;
  std::optional<Affinity> affinity;
  std::vector<DistanceClass> distances;  ///< nearest first
  bool one_reader = false;               ///< distances are those from a single reader
  Symmetry symmetry = Symmetry::unknown;
  std::vector<Pair> asymmetric_pairs;  ///< hardware threads: `one` reading from `other` is the slower way
  std::vector<Pair> asymmetric_links;  ///< nodes, likewise
  std::vector<Pair> slow_links;        ///< nodes
  std::vector<Inference> statements;
};

/// All that can be inferred, and nothing where the profile has too little: thresholds follow the noise that
/// pairs measured both ways show. Pure. The questions are those of wrBench (J. Comput. Sci. Technol. 38(6),
/// 2023, sections 4 and 6.1).
Inferences infer(const MeasuredProfile& profile);

}  // namespace numapack
