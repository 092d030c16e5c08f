// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "matrix/matrix_map.hpp"
#include "memory/pages/process_pages.hpp"

namespace numapack {

struct AddressRange {
  std::uintptr_t begin = 0, end = 0;
};

/// What --map draws.
struct WhereMap {
  AddressRange range;
  std::size_t cell_bytes = 0;  ///< of a stretch of addresses
  bool of_matrix = false;
  MatrixMap map;
};

/// The page that `numapack where` prints: the mappings with most in memory, or all.
std::string describe(const ProcessPages& pages, const Machine& machine, bool all);
std::string describe(const WhereMap& map, const Machine& machine, bool colours);

/// The document of `numapack where --json`; docs/reference/place/where.md describes it.
nlohmann::json to_json(const ProcessPages& pages, const std::optional<WhereMap>& map, const Machine& machine);

}  // namespace numapack
