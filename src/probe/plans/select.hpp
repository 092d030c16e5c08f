// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "machine/machine.hpp"
#include "profile/document/measured.hpp"

namespace numapack::probe {

// What to measure on a machine. All pure.

/// Cores that this process may use, in order.
std::vector<int> usable_cores(const Machine& machine);

/// Nodes whose memory this process may use, memory-only ones included, in order.
std::vector<int> memory_nodes(const Machine& machine);

/// The greatest line of any cache of the machine: what is far enough apart everywhere. 64 where none is
/// known.
std::size_t line_bytes(const Machine& machine);

/// The L1 data cache, the greatest cache of the highest level; 32 KiB and 8 MiB where the machine names none.
std::size_t first_level_bytes(const Machine& machine);
std::size_t last_level_bytes(const Machine& machine);

/// Of a level, as the first usable core has it; 0 where there is none.
std::size_t cache_bytes(const Machine& machine, int level);

/// Levels of cache, 1 … highest. 1 where none is known.
int cache_levels(const Machine& machine);

/// The first usable core of every group that shares a last-level cache (and a node).
std::vector<int> one_core_a_group(const Machine& machine);

/// How two cores are connected, from near to far. Every pair has one.
enum class Neighbourhood { itself, shares_cache, same_node, same_package, other_package, unknown };
const char* name(Neighbourhood neighbourhood);

/// For shares_cache the lowest level that both are on counts: `level`; 0 for all others.
struct PairClass {
  Neighbourhood kind = Neighbourhood::itself;
  int level = 0;
  auto operator<=>(const PairClass&) const = default;
};

/// The class of each pair of cores of a machine, or of CPUs of a profiled one, of which little may be known.
class PairClasses {
 public:
  explicit PairClasses(const Machine& machine);
  explicit PairClasses(const ProfiledMachine& machine);
  PairClass operator()(int a, int b) const;
  /// "its own", "shares L2", "same node", "node 2, same package", "node 5, other package"; "" where that is
  /// not known.
  std::string text(int reader, int owner) const;
  int node(int one) const;  ///< by the kernel's number; -1: not known

 private:
  void add_cache(int level, const std::vector<int>& sharers);

  std::vector<std::vector<int>> cache_of_;  ///< by level - 1 and core: which cache; -1: none
  std::vector<int> node_, package_;
  int caches_ = 0;
};

using Pair = std::pair<int, int>;  ///< reader, owner

/// Both directions of all pairs of these cores, without (a, a).
std::vector<Pair> all_pairs(const std::vector<int>& cores);

/// At most `count` pairs, both ways of each next to each other where both are asked for: dealt in turn from
/// the groups of pairs that are alike (class of distance, nodes of both), each in random order. Whoever takes
/// only the first has something of every group. All of them, as they are, where there are no more.
std::vector<Pair> sample_pairs(const Machine& machine, const std::vector<Pair>& pairs, std::size_t count,
                               unsigned seed);

/// Pairs of cores that together show which cores share a cache of this level, whatever firmware says: within
/// each node every core with the next two, so that one disturbed pair loses no core, and the first core of
/// each cache that firmware names with all its other cores. Above level 2 one core stands for all that
/// firmware puts into one cache of the level below. Each pair in one direction.
std::vector<Pair> sharing_pairs(const Machine& machine, int level);

/// From this reader: itself, and the first core of each class of distance on each node.
std::vector<Pair> pairs_by_class(const Machine& machine, int reader);

/// A third core for shared lines: near the owner, neither owner nor reader; -1 where there is none.
int helper_for(const Machine& machine, int reader, int owner);

/// Sizes from `from` to at least `to`, `per_octave` (1, 2 or 4) a doubling, in multiples of `unit`.
std::vector<std::size_t> sweep_sizes(std::size_t from, std::size_t to, int per_octave, std::size_t unit);

}  // namespace numapack::probe
