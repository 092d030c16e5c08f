// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "insight/position/mesh.hpp"
#include "insight/position/nearest.hpp"
#include "insight/position/structure.hpp"

namespace numapack {

/// What latencies say of where cores sit.
struct FoundStructure {
  LatencyTable table;
  LatencyGroup whole;
  NearestMemories nearest;
  GroupingOptions options;
  std::vector<std::vector<int>> layout;    ///< of CPUs on the chip; empty: not known
  std::vector<std::string> disagreements;  ///< with firmware
  Mesh mesh;
  std::optional<MeshFit> fit;  ///< where memories' places were given
};

std::string structure_page(const FoundStructure& found);
nlohmann::json to_json(const FoundStructure& found);

}  // namespace numapack
