// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/owner_map.hpp"

#include <fmt/core.h>

#include <limits>
#include <utility>

#include "base/error.hpp"

namespace numapack {

namespace {

void check(Index mb, Index nb, Index rows, Index columns, const std::vector<int>& owners) {
  if (mb < 1 || nb < 1)
    invalid("owners", fmt::format("a tile is {} x {}", mb, nb), "use 1 or more rows and columns");
  if (rows < 1 || columns < 1 || static_cast<std::size_t>(rows * columns) != owners.size())
    invalid("owners", fmt::format("{} teams for {} x {} tiles", owners.size(), rows, columns),
            "name one team a tile");
}

}  // namespace

OwnerMap::OwnerMap(int team)
    : OwnerMap(std::numeric_limits<Index>::max(), std::numeric_limits<Index>::max(), 1, 1, {team}) {}

OwnerMap::OwnerMap(Index mb, Index nb, Index rows, Index columns, std::vector<int> owners)
    : mb_(mb), nb_(nb), rows_(rows), columns_(columns), owners_(std::move(owners)) {}

OwnerMap OwnerMap::cyclic(Index mb, Index nb, int rows, int columns, std::vector<int> teams) {
  check(mb, nb, rows, columns, teams);
  return {mb, nb, rows, columns, std::move(teams)};
}

OwnerMap OwnerMap::listed(Index mb, Index nb, Index tile_rows, std::vector<int> owners) {
  const Index tile_columns = tile_rows < 1 ? 0 : static_cast<Index>(owners.size()) / tile_rows;
  check(mb, nb, tile_rows, tile_columns, owners);
  return {mb, nb, tile_rows, tile_columns, std::move(owners)};
}

}  // namespace numapack
