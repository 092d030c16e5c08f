// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "insight/position/latency_table.hpp"

namespace numapack {

/// What latencies say of some CPUs: nothing that noise could not, an order without groups, or groups.
enum class LatencyStructure { none, gradient, groups };
const char* name(LatencyStructure structure);

/// CPUs that see the same latencies, and why they are, or are not, divided further.
struct LatencyGroup {
  std::vector<int> cpus;
  double median_ns = 0, least_ns = 0, greatest_ns = 0;  ///< of all cells of its rows; of one core 0
  std::vector<double> to_memories_ns;                   ///< medians over its CPUs, a column each
  LatencyStructure structure = LatencyStructure::none;
  double silhouette = 0;        ///< of the division that was taken, or of the best if none was
  double chance_of_groups = 1;  ///< that shuffled figures divide as well; 1: not tried
  double chance_of_order = 1;   ///< that CPUs in shuffled order are as alike as neighbours
  std::string because;          ///< why it is not divided; "": it is
  std::vector<LatencyGroup> parts;
};

constexpr std::size_t least_rows = 6;  ///< CPUs of a table that is divided, or whose order is tested

struct GroupingOptions {
  int shuffles = 199;         ///< of each test: chances are multiples of 1/200
  double most_chance = 0.01;  ///< above which it may be noise
  double least_silhouette = 0.5;
  double least_spread =
      0.035;  ///< of a column of memory, as a fraction: what a machine with one distance has
  std::uint64_t seed = 1;
  std::function<void(int made)> each_shuffle = {};  ///< is called after each of a test, from 1
};

/// Divides CPUs by their rows: average linkage, cut where the mean silhouette is greatest; its groups by the
/// same way into fewer, as far as these are no noise; then each part again. Two permutation tests stand
/// before it, either of which must say that it is no noise: do columns agree on the groups better than after
/// each was shuffled (three columns or more); are CPUs of neighbouring numbers more alike than in shuffled
/// order. Fewer columns than three, whose figures repeat when they are rounded, have the fewest groups whose
/// silhouette is nine tenths of the greatest, of four CPUs on average. A whole table of memory latencies
/// whose columns all spread by less than `least_spread` has no structure: All2All of a Knights Mill, one
/// distance by design, spreads by 3.0 % (T. Yuki and T. Endo, poster). Pure: the shuffles follow from the
/// seed.
LatencyGroup find_structure(const LatencyTable& table, const GroupingOptions& options = {});

/// The same of a document that prints its slowest and its fastest core only, as "slowest core, DDR4" and
/// "fastest core, DDR4": none, with the spreads, if all are less than `least_spread`; without a reason, if
/// there are none or one is more. Pure.
LatencyGroup find_structure(const std::vector<Reported>& reported, const GroupingOptions& options = {});

/// "164.2 ns"; to several memories the medians to each, "90 150 240 240 ns", of more than eight the least and
/// the greatest; "-" of one core alone. Pure.
std::string latencies_text(const LatencyGroup& group);

/// The groups that are not divided further, by their first CPU.
std::vector<LatencyGroup> undivided(const LatencyGroup& group);

}  // namespace numapack
