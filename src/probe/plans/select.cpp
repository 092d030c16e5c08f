// SPDX-License-Identifier: BSD-3-Clause
#include "probe/plans/select.hpp"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <tuple>

namespace numapack::probe {

std::vector<int> usable_cores(const Machine& machine) {
  std::vector<int> cores;
  for (std::size_t core = 0; core < machine.cores.size(); ++core) {
    if (machine.cores[core].usable()) cores.push_back(static_cast<int>(core));
  }
  return cores;
}

std::vector<int> memory_nodes(const Machine& machine) {
  std::vector<int> nodes;
  for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
    if (machine.nodes[node].usable_memory) nodes.push_back(static_cast<int>(node));
  }
  return nodes;
}

std::size_t line_bytes(const Machine& machine) {
  std::size_t greatest = 0;
  for (const Cache& cache : machine.caches) greatest = std::max(greatest, cache.line_bytes);
  if (greatest == 0 && machine.is_this_machine) {
    greatest = static_cast<std::size_t>(std::max(0L, sysconf(_SC_LEVEL1_DCACHE_LINESIZE)));
  }
  return greatest == 0 ? 64 : greatest;
}

int cache_levels(const Machine& machine) {
  int highest = 1;
  for (const Cache& cache : machine.caches) highest = std::max(highest, cache.level);
  return highest;
}

std::size_t cache_bytes(const Machine& machine, int level) {
  std::size_t bytes = 0;
  int first = std::numeric_limits<int>::max();
  for (const Cache& cache : machine.caches) {
    if (cache.level != level) continue;
    for (const int core : cache.cores) {
      if (core >= first || !machine.cores[static_cast<std::size_t>(core)].usable()) continue;
      first = core;
      bytes = cache.bytes;
    }
  }
  return bytes;
}

std::size_t first_level_bytes(const Machine& machine) {
  const std::size_t bytes = cache_bytes(machine, 1);
  return bytes == 0 ? std::size_t{32} << 10 : bytes;
}

std::size_t last_level_bytes(const Machine& machine) {
  const int last = cache_levels(machine);
  std::size_t greatest = 0;
  for (const Cache& cache : machine.caches) {
    if (cache.level == last) greatest = std::max(greatest, cache.bytes);
  }
  return greatest == 0 ? std::size_t{8} << 20 : greatest;
}

std::vector<int> one_core_a_group(const Machine& machine) {
  const int last = cache_levels(machine);
  std::set<std::pair<int, const Cache*>> seen;
  std::vector<int> cores;
  for (const int core : usable_cores(machine)) {
    // A machine whose last level is private would give every core: there the node is the group.
    const Cache* cache = machine.cache(last, core);
    if (cache != nullptr && cache->cores.size() == 1) cache = nullptr;
    if (seen.insert({machine.cores[static_cast<std::size_t>(core)].node, cache}).second)
      cores.push_back(core);
  }
  return cores;
}

const char* name(Neighbourhood neighbourhood) {
  switch (neighbourhood) {
    case Neighbourhood::itself:
      return "its own";
    case Neighbourhood::shares_cache:
      return "shared cache";
    case Neighbourhood::same_node:
      return "same node";
    case Neighbourhood::same_package:
      return "same package";
    case Neighbourhood::other_package:
      return "other package";
    case Neighbourhood::unknown:
      return "";
  }
  return "";
}

PairClasses::PairClasses(const Machine& machine) {
  for (const Core& core : machine.cores) {
    node_.push_back(machine.os_index_of(core.node));
    package_.push_back(core.package);
  }
  for (const Cache& cache : machine.caches) add_cache(cache.level, cache.cores);
}

PairClasses::PairClasses(const ProfiledMachine& machine) {
  constexpr int most_cpus = 1 << 16;  // whatever a file says
  for (const ProfiledNode& node : machine.nodes) {
    for (const int pu : node.pus) {
      if (pu < 0 || pu >= most_cpus) continue;
      const std::size_t size = std::max(node_.size(), static_cast<std::size_t>(pu) + 1);
      node_.resize(size, -1);
      package_.resize(size, -1);
      node_[static_cast<std::size_t>(pu)] = node.os_index;
      package_[static_cast<std::size_t>(pu)] = node.package;
    }
  }
  for (const ProfiledCache& cache : machine.caches) add_cache(cache.level, cache.pus);
}

void PairClasses::add_cache(int level, const std::vector<int>& sharers) {
  constexpr int most_levels = 9;
  ++caches_;
  if (level < 1 || level > most_levels) return;
  if (cache_of_.size() < static_cast<std::size_t>(level))
    cache_of_.resize(static_cast<std::size_t>(level), std::vector<int>(node_.size(), -1));
  std::vector<int>& of = cache_of_[static_cast<std::size_t>(level - 1)];
  for (const int one : sharers)
    if (node(one) >= 0 && of[static_cast<std::size_t>(one)] < 0) of[static_cast<std::size_t>(one)] = caches_;
}

int PairClasses::node(int one) const {
  return one < 0 || static_cast<std::size_t>(one) >= node_.size() ? -1 : node_[static_cast<std::size_t>(one)];
}

PairClass PairClasses::operator()(int a, int b) const {
  if (a == b) return {Neighbourhood::itself, 0};
  if (node(a) < 0 || node(b) < 0) return {Neighbourhood::unknown, 0};
  const auto one = static_cast<std::size_t>(a), other = static_cast<std::size_t>(b);
  for (std::size_t level = 0; level < cache_of_.size(); ++level) {
    const std::vector<int>& of = cache_of_[level];
    if (of[one] >= 0 && of[one] == of[other])
      return {Neighbourhood::shares_cache, static_cast<int>(level) + 1};
  }
  if (node_[one] == node_[other]) return {Neighbourhood::same_node, 0};
  return {package_[one] == package_[other] ? Neighbourhood::same_package : Neighbourhood::other_package, 0};
}

std::string PairClasses::text(int reader, int owner) const {
  const PairClass distance = (*this)(reader, owner);
  if (distance.kind == Neighbourhood::shares_cache) return "shares L" + std::to_string(distance.level);
  const bool far =
      distance.kind == Neighbourhood::same_package || distance.kind == Neighbourhood::other_package;
  return (far ? "node " + std::to_string(node(owner)) + ", " : "") + name(distance.kind);
}

std::vector<Pair> all_pairs(const std::vector<int>& cores) {
  std::vector<Pair> pairs;
  for (const int reader : cores) {
    for (const int owner : cores) {
      if (reader != owner) pairs.emplace_back(reader, owner);
    }
  }
  return pairs;
}

std::vector<Pair> sample_pairs(const Machine& machine, const std::vector<Pair>& pairs, std::size_t count,
                               unsigned seed) {
  if (pairs.size() <= count) return pairs;
  const auto node = [&](int core) { return machine.cores[static_cast<std::size_t>(core)].node; };
  // The ways of a pair that are asked for; the one that came first leads.
  std::map<Pair, std::vector<Pair>> directions;
  for (const Pair& pair : pairs) directions[std::minmax(pair.first, pair.second)].push_back(pair);
  const PairClasses classes(machine);
  std::map<std::tuple<PairClass, int, int>, std::vector<Pair>> groups;
  for (const auto& [pair, both] : directions) {
    const auto [low, high] = std::minmax({node(pair.first), node(pair.second)});
    groups[{classes(pair.first, pair.second), low, high}].push_back(pair);
  }
  std::mt19937 random(seed);
  for (auto& [key, members] : groups) std::shuffle(members.begin(), members.end(), random);
  std::vector<Pair> chosen;
  while (chosen.size() < count) {
    for (auto& [key, members] : groups) {
      if (members.empty()) continue;
      for (const Pair& direction : directions[members.back()]) {
        if (chosen.size() < count) chosen.push_back(direction);
      }
      members.pop_back();
    }
  }
  return chosen;
}

std::vector<Pair> sharing_pairs(const Machine& machine, int level) {
  std::vector<Pair> next, second, of_one_cache;
  for (const int node : machine.compute_nodes()) {
    std::vector<int> cores;
    std::set<const Cache*> below;
    for (const int core : machine.usable_cores(node)) {
      const Cache* const smaller = level > 2 ? machine.cache(level - 1, core) : nullptr;
      if (smaller == nullptr || below.insert(smaller).second) cores.push_back(core);
    }
    std::map<const Cache*, std::size_t> first_of;  // what firmware calls one cache -> place of its first core
    for (std::size_t at = 0; at < cores.size(); ++at) {
      if (at > 0) next.emplace_back(cores[at - 1], cores[at]);
      if (at > 1) second.emplace_back(cores[at - 2], cores[at]);
      const Cache* const own = machine.cache(level, cores[at]);
      if (own == nullptr) continue;
      const std::size_t first = first_of.emplace(own, at).first->second;
      if (at > first + 2) of_one_cache.emplace_back(cores[first], cores[at]);
    }
  }
  next.insert(next.end(), second.begin(), second.end());
  next.insert(next.end(), of_one_cache.begin(), of_one_cache.end());
  return next;
}

std::vector<Pair> pairs_by_class(const Machine& machine, int reader) {
  const PairClasses classes(machine);
  std::vector<Pair> pairs{{reader, reader}};
  std::set<std::pair<PairClass, int>> seen;
  for (const int owner : usable_cores(machine)) {
    const int node = machine.cores[static_cast<std::size_t>(owner)].node;
    if (owner != reader && seen.insert({classes(reader, owner), node}).second)
      pairs.emplace_back(reader, owner);
  }
  return pairs;
}

int helper_for(const Machine& machine, int reader, int owner) {
  const PairClasses classes(machine);
  int best = -1;
  PairClass nearest;
  for (const int core : usable_cores(machine)) {
    if (core == reader || core == owner) continue;
    const PairClass distance = classes(owner, core);
    if (best < 0 || distance < nearest) {
      best = core;
      nearest = distance;
    }
  }
  return best;
}

std::vector<std::size_t> sweep_sizes(std::size_t from, std::size_t to, int per_octave, std::size_t unit) {
  std::vector<std::size_t> sizes;
  for (std::size_t octave = from; sizes.empty() || sizes.back() < to; octave *= 2) {
    for (int part = 0; part < per_octave; ++part) {
      const std::size_t size =
          (octave + octave / static_cast<std::size_t>(per_octave) * static_cast<std::size_t>(part)) / unit *
          unit;
      if (size == 0 || (!sizes.empty() && (size <= sizes.back() || sizes.back() >= to))) continue;
      sizes.push_back(size);
    }
  }
  return sizes;
}

}  // namespace numapack::probe
