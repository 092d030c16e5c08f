// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <optional>
#include <random>

#include "insight/inference.hpp"
#include "profile/document/measured.hpp"

namespace numapack::testing {

/// What a synthetic machine hides: two packages of two nodes with eight cores.
struct Planted {
  int cores_per_l2 = 2;
  bool exclusive = false;               ///< last level
  bool nearest = true;                  ///< of shared copies
  std::optional<Pair> slow_link;        ///< nodes of different packages
  std::optional<Pair> asymmetric_pair;  ///< reader, owner
  int l3_group = 0;                     ///< cores that are near to a part of the L3; 0: all of a node
  double noise = 0.02;
};

constexpr int planted_nodes = 4, planted_cores = 8;

/// The measurements that such a machine would give.
class PlantedMachine {
 public:
  PlantedMachine(const Planted& planted, std::uint64_t seed) : planted_(planted), random_(seed) {}

  MeasuredProfile profile() {
    MeasuredProfile profile;
    profile.made_by = "test";
    profile.machine.name = "planted";
    profile.machine.architecture = "x86_64";
    const int cores = planted_nodes * planted_cores;
    for (int node = 0; node < planted_nodes; ++node) {
      ProfiledNode one{node, node / 2, "DRAM", 1 << 30, {}};
      for (int core = 0; core < planted_cores; ++core) one.pus.push_back(node * planted_cores + core);
      profile.machine.caches.push_back({3, 32 << 20, one.pus});
      profile.machine.nodes.push_back(one);
      std::vector<double> row;
      for (int to = 0; to < planted_nodes; ++to)
        row.push_back(node == to ? 10 : node / 2 == to / 2 ? 12 : 20);
      profile.machine.distances.push_back(row);
    }
    for (int first = 0; first < cores; first += planted_.cores_per_l2) {
      ProfiledCache cache{2, 1 << 20, {}};
      for (int pu = first; pu < first + planted_.cores_per_l2; ++pu) cache.pus.push_back(pu);
      profile.machine.caches.push_back(cache);
    }
    for (int reader = 0; reader < cores; ++reader) {
      for (int node = 0; node < planted_nodes; ++node) {
        const double base = node_of(reader) == node ? 90 : node_of(reader) / 2 == node / 2 ? 150 : 240;
        profile.memory_latency.push_back(
            {reader, node, 1 << 28, 2, 0, samples(base * slowness(node_of(reader), node))});
      }
      for (int owner = 0; owner < cores; ++owner) {
        for (const int level : {2, 3}) {
          profile.core_to_core.push_back({reader,
                                          owner,
                                          -1,
                                          node_of(owner),
                                          LineState::exclusive,
                                          level,
                                          planted_.l3_group > 0 ? std::uint64_t{1} << 20 : 0,
                                          samples(alone(reader, owner, level)),
                                          {}});
        }
        if (reader != owner) shared(profile, reader, owner);
      }
    }
    return profile;
  }

 private:
  static int node_of(int pu) { return pu / planted_cores; }
  double slowness(int from, int to) const {
    const bool slow = planted_.slow_link &&
                      (Pair{from, to} == *planted_.slow_link || Pair{to, from} == *planted_.slow_link);
    return slow ? 1.5 : 1;
  }

  /// Between nodes, and within one by its caches.
  double alone(int reader, int owner, int level) const {
    const int from = node_of(reader), to = node_of(owner);
    double latency;
    if (from != to) {
      latency = (from / 2 == to / 2 ? 60 : 130) * slowness(from, to) + (level == 2 ? 5 : 0);
    } else if (level == 3) {
      const bool near = planted_.l3_group == 0 || reader / planted_.l3_group == owner / planted_.l3_group;
      latency = near ? 15 : 40;
    } else if (reader / planted_.cores_per_l2 == owner / planted_.cores_per_l2) {
      latency = 4;
    } else {
      latency = planted_.exclusive ? 28 : 21;  // an owner in E may have written: it is asked in any case
    }
    if (planted_.asymmetric_pair && Pair{reader, owner} == *planted_.asymmetric_pair) latency *= 1.6;
    return latency;
  }

  void shared(MeasuredProfile& profile, int reader, int owner) {
    int sharer = owner;
    while (sharer == owner || sharer == reader) sharer = int(random_() % (planted_nodes * planted_cores));
    double latency = planted_.nearest ? std::min(alone(reader, owner, 2), alone(reader, sharer, 2))
                                      : alone(reader, owner, 2);
    // An inclusive last level answers for clean lines itself.
    const bool own_node = node_of(reader) == node_of(owner) || node_of(reader) == node_of(sharer);
    if (!planted_.exclusive && own_node) latency = std::min(latency, 15.0);
    profile.core_to_core.push_back(
        {reader, owner, sharer, node_of(owner), LineState::shared, 2, 0, samples(latency), {}});
  }

  Figure samples(double latency) {
    std::normal_distribution<double> noise(0, planted_.noise);
    std::vector<double> values;
    for (int i = 0; i < 3; ++i) values.push_back(latency * std::max(0.5, 1 + noise(random_)));
    return figure_of(values);
  }

  Planted planted_;
  std::mt19937_64 random_;
};

}  // namespace numapack::testing
