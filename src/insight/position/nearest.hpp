// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "insight/position/structure.hpp"
#include "profile/document/measured.hpp"

namespace numapack {

/// CPUs that reach one node's memory sooner than any other's.
struct NearestMemory {
  int node = -1;
  std::vector<int> cpus;
  double own_ns = 0;            ///< median over the CPUs, to this node
  double next_ns = 0;           ///< median over the CPUs, to the next nearest
  std::vector<double> gaps_ns;  ///< of each CPU, from this node to the next nearest
};

/// CPUs by the memory that is nearest to them. A division that needs no gap between groups: on a mesh whose
/// latencies grow hop by hop quadrants are no clusters, but each has a memory of its own.
struct NearestMemories {
  std::vector<int> nodes;             ///< that were compared: one kind of memory
  std::vector<NearestMemory> groups;  ///< by node, without those that are nearest to no CPU
  double silhouette = 0;              ///< of this division, by rows of the compared nodes
  double chance = 1;                  ///< that shuffled columns divide as well; 1: not tried
};

/// Compares nodes of the kind (DRAM, HBM) that most of the table's columns have: latencies of two kinds
/// differ by more than places. No groups: between cores, with fewer than two such columns or four CPUs, if
/// one memory is nearest to all, or if the chance is greater than the options allow. Pure: the shuffles
/// follow from the seed.
NearestMemories nearest_memories(const LatencyTable& table, const ProfiledMachine& machine,
                                 const GroupingOptions& options = {});

}  // namespace numapack
