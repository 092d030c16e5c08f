// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/recorder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace numapack {

namespace {

std::vector<Index> cut_every(Index size, Index step) {
  std::vector<Index> places{0};
  while (places.back() < size) places.push_back(std::min(size, places.back() + step));
  return places;
}

/// The tile that an index is in, or the number of tiles if it is beyond them. Tiles are mostly of one size,
/// which makes the first guess right; generators ask for millions.
Index tile_of(const std::vector<Index>& places, Index index) {
  const auto tiles = static_cast<Index>(places.size()) - 1;
  const auto place = [&](Index tile) { return places[static_cast<std::size_t>(tile)]; };
  if (index >= places.back()) return tiles;
  const Index guess = index / std::max<Index>(1, place(1));
  if (guess < tiles && place(guess) <= index && index < place(guess + 1)) return guess;
  return std::ranges::upper_bound(places, index) - places.begin() - 1;
}

/// The tiles between these places that a range meets.
Range tiles_of(const std::vector<Index>& places, Range range) {
  const Index first = tile_of(places, range.begin);
  return {first, range.end <= range.begin ? first : tile_of(places, range.end - 1) + 1};
}

}  // namespace

Tiling Tiling::regular(Index m, Index n, Index height, Index width) {
  if (height < 1 || width < 1)
    invalid("schedule", fmt::format("tiles are {} x {}", height, width), "use 1 or more rows and columns");
  return {cut_every(m, height), cut_every(n, width)};
}

Recorder::Recorder(std::vector<int> threads) {
  if (std::ranges::all_of(threads, [](int count) { return count <= 0; }))
    invalid("schedule", "no team has a thread", "let one take part");
  schedule_.threads = std::move(threads);
}

int Recorder::matrix(Tiling tiling, std::vector<int> owners) {
  return add(std::move(tiling), std::move(owners), true);
}

int Recorder::matrix_in_their_order(Tiling tiling, std::vector<int> owners) {
  return add(std::move(tiling), std::move(owners), false);
}

int Recorder::add(Tiling tiling, std::vector<int> owners, bool is_tracked) {
  const std::size_t tiles = (tiling.rows.size() - 1) * (tiling.columns.size() - 1);
  if (owners.size() != 1 && owners.size() != tiles)
    invalid("schedule", fmt::format("{} owners of {} tiles", owners.size(), tiles),
            "name one a tile, or one of all");
  matrices_.push_back(
      {std::move(tiling), std::move(owners), static_cast<std::uint32_t>(tiles_.size()), is_tracked});
  if (is_tracked) tiles_.resize(tiles_.size() + tiles);
  return static_cast<int>(matrices_.size()) - 1;
}

int Recorder::owner_of(const Region& region) const {
  const Matrix& matrix = matrix_of(region);
  if (matrix.owners.size() == 1) return matrix.owners.front();
  const auto tile_rows = static_cast<Index>(matrix.tiling.rows.size()) - 1;
  const Index tile = tiles_of(matrix.tiling.rows, region.rows).begin +
                     tiles_of(matrix.tiling.columns, region.columns).begin * tile_rows;
  return matrix.owners[static_cast<std::size_t>(tile)];
}

const Recorder::Matrix& Recorder::matrix_of(const Region& region) const {
  const auto inside = [](Range range, const std::vector<Index>& places) {
    return range.begin >= 0 && range.begin <= range.end && range.end <= places.back();
  };
  if (region.matrix < 0 || static_cast<std::size_t>(region.matrix) >= matrices_.size() ||
      !inside(region.rows, matrices_[static_cast<std::size_t>(region.matrix)].tiling.rows) ||
      !inside(region.columns, matrices_[static_cast<std::size_t>(region.matrix)].tiling.columns))
    invalid("schedule",
            fmt::format("rows {} to {}, columns {} to {} of matrix {} are not there", region.rows.begin,
                        region.rows.end, region.columns.begin, region.columns.end, region.matrix),
            "name a part of a matrix of the schedule");
  return matrices_[static_cast<std::size_t>(region.matrix)];
}

void Recorder::access(const Region& region, bool writes) {
  if (region.is_empty()) return;
  const Matrix& matrix = matrices_[static_cast<std::size_t>(region.matrix)];
  if (!matrix.is_tracked) return;
  const Range down = tiles_of(matrix.tiling.rows, region.rows),
              across = tiles_of(matrix.tiling.columns, region.columns);
  const auto tile_rows = static_cast<Index>(matrix.tiling.rows.size()) - 1;
  const auto step = static_cast<std::uint32_t>(schedule_.steps.size());
  for (Index j = across.begin; j < across.end; ++j)
    for (Index i = down.begin; i < down.end; ++i) {
      const std::uint32_t number = matrix.first_tile + static_cast<std::uint32_t>(i + j * tile_rows);
      Tile& tile = tiles_[number];
      // What is written comes first, and is read, too.
      if (tile.last_step == step + 1) continue;
      tile.last_step = step + 1;
      if (const std::uint32_t value = writes ? tile.counted : tile.of_write; value > 0)
        schedule_.waits.push_back({number, value});
      schedule_.signals.push_back(number);
      ++tile.counted;
      if (writes) tile.of_write = tile.counted;
    }
}

void Recorder::step(int kernel, Regions writes, Regions reads, const Rest& rest) {
  if (writes.size() == 0 || writes.begin()->is_empty())
    invalid("schedule", "a step writes nothing", "leave it out");
  for (const Regions& regions : {writes, reads})
    for (const Region& region : regions)
      if (!region.is_empty()) matrix_of(region);
  const int team = owner_of(*writes.begin());
  const int most = team < static_cast<int>(schedule_.threads.size())
                       ? schedule_.threads[static_cast<std::size_t>(team)]
                       : 0;
  if (rest.width < 1 || rest.width > most)
    invalid("schedule", fmt::format("{} threads of team {}, which has {}", rest.width, team, most),
            "use as many as take part");
  Step made;
  made.kernel = static_cast<std::int16_t>(kernel);
  made.team = static_cast<std::int16_t>(team);
  made.width = static_cast<std::int16_t>(rest.width);
  made.overwrites = rest.overwrites;
  std::ranges::copy(rest.detail, made.detail);
  if (rest.width > 1) made.gang = static_cast<std::int32_t>(schedule_.gangs++);
  made.writes = static_cast<std::uint8_t>(writes.size());
  made.reads = static_cast<std::uint8_t>(reads.size());
  made.first_region = static_cast<std::uint32_t>(schedule_.regions.size());
  made.first_wait = static_cast<std::uint32_t>(schedule_.waits.size());
  made.first_signal = static_cast<std::uint32_t>(schedule_.signals.size());
  schedule_.regions.insert(schedule_.regions.end(), writes);
  schedule_.regions.insert(schedule_.regions.end(), reads);
  for (const Region& region : writes) access(region, true);
  for (const Region& region : reads) access(region, false);
  made.waits = static_cast<std::uint32_t>(schedule_.waits.size()) - made.first_wait;
  made.signals = static_cast<std::uint32_t>(schedule_.signals.size()) - made.first_signal;
  schedule_.steps.push_back(made);
}

void Recorder::deal_tickets() {
  const std::size_t teams = schedule_.threads.size();
  schedule_.first_ticket.assign(teams + 1, 0);
  for (const Step& step : schedule_.steps)
    schedule_.first_ticket[static_cast<std::size_t>(step.team) + 1] += static_cast<std::uint32_t>(step.width);
  std::partial_sum(schedule_.first_ticket.begin(), schedule_.first_ticket.end(),
                   schedule_.first_ticket.begin());
  schedule_.tickets.resize(schedule_.first_ticket.back());
  std::vector<std::uint32_t> next = schedule_.first_ticket;
  for (std::uint32_t step = 0; step < schedule_.steps.size(); ++step)
    for (std::uint32_t part = 0; part < static_cast<std::uint32_t>(schedule_.steps[step].width); ++part)
      schedule_.tickets[next[static_cast<std::size_t>(schedule_.steps[step].team)]++] = {step, part};
}

Schedule Recorder::finish() {
  deal_tickets();
  schedule_.counters = static_cast<std::uint32_t>(tiles_.size());
  matrices_.clear();
  tiles_.clear();
  return std::exchange(schedule_, {});
}

}  // namespace numapack
