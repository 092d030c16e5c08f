// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "counters/counter_set.hpp"

namespace numapack {

/// Quantities of one place, or of all; nothing where an event that belongs to one is missing.
struct PlaceCounts {
  int os_index = -1;  ///< kernel's number of the node or package; -1: all
  std::array<std::optional<double>, quantities> values;

  std::optional<double> operator[](Quantity quantity) const {
    return values[static_cast<std::size_t>(quantity)];
  }
};

struct SetCounts {
  const EventSet* set = nullptr;
  PlaceCounts all;
  std::vector<PlaceCounts> places;  ///< of units that cores share: one a node or package
};

/// Counts, added up.
struct CountsSummary {
  std::vector<SetCounts> sets;       ///< those of which anything was counted
  std::vector<std::string> missing;  ///< what was not and why, a line each; one line if it is all
  std::vector<CountedEvent> events;
};

/// Pure.
CountsSummary summarise(std::vector<CountedEvent> events, const Machine& machine);

/// The document "counters" of stat and gemm: docs/reference/place/counters.md.
nlohmann::json to_json(const CountsSummary& summary, const Machine& machine);

}  // namespace numapack
