// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "profile/document/measured.hpp"

namespace numapack {

/// Latencies of some CPUs, a row each, to memories of nodes or to other CPUs, a column each; no cell is
/// missing, but a CPU's to itself.
struct LatencyTable {
  std::vector<int> cpus;     ///< of the rows, rising
  std::vector<int> columns;  ///< nodes; between cores: the CPUs again
  bool between_cores = false;
  std::vector<std::vector<double>> ns;
  std::size_t left_out = 0;  ///< CPUs of which a cell is missing
};

/// From cores to memories, of the largest block without load. Of nodes that not all CPUs have figures of,
/// those that make most cells complete. No rows: there are no figures. Pure.
LatencyTable memory_table(const MeasuredProfile& profile);

/// Between cores, where most pairs were measured; either way of a pair stands for both. Pure.
LatencyTable pair_table(const MeasuredProfile& profile);

/// What a square table of figures holds, in the words of its errors.
struct PairFigures {
  const char* figure = "latency";
  const char* unit = "ns";
  const char* line = "CPU";
  double most = 1e9;
};
constexpr PairFigures pair_latencies{}, pair_traffic{"amount", "what is sent", "thread", 1e18};

/// Between cores, from text as core-to-core-latency --csv writes it: a line a CPU, figures divided by commas,
/// of which one triangle may be empty. Throws Error(invalid_argument) about `name`.
LatencyTable parse_pair_table(const std::string& text, const std::string& name,
                              const PairFigures& figures = pair_latencies);

/// The same from a file, whose name an error says; of one that cannot be read it is about `option`.
LatencyTable read_pair_table(const std::string& option, const std::string& path,
                             const PairFigures& figures = pair_latencies);

/// These rows; between cores these columns, too.
LatencyTable part_of(const LatencyTable& table, const std::vector<std::size_t>& rows);

}  // namespace numapack
