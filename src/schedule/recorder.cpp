// SPDX-License-Identifier: BSD-3-Clause
#include "schedule/recorder.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace numapack {

namespace {

std::vector<Index> cut_every(Index size, Index step) {
  std::vector<Index> places{0};
  while (places.back() < size) places.push_back(std::min(size, places.back() + step));
  return places;
}

/// The tiles between these places that a range meets.
Range tiles_of(const std::vector<Index>& places, Range range) {
  const auto after = std::ranges::upper_bound(places, range.begin);
  const auto end = std::lower_bound(after, places.end(), range.end);
  return {after - places.begin() - 1, end - places.begin()};
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
  const std::size_t tiles = (tiling.rows.size() - 1) * (tiling.columns.size() - 1);
  if (owners.size() != 1 && owners.size() != tiles)
    invalid("schedule", fmt::format("{} owners of {} tiles", owners.size(), tiles),
            "name one a tile, or one of all");
  matrices_.push_back({std::move(tiling), std::move(owners), std::vector<std::vector<Access>>(tiles)});
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
  Matrix& matrix = matrices_[static_cast<std::size_t>(region.matrix)];
  const Range down = tiles_of(matrix.tiling.rows, region.rows),
              across = tiles_of(matrix.tiling.columns, region.columns);
  const auto tile_rows = static_cast<Index>(matrix.tiling.rows.size()) - 1;
  const auto step = static_cast<std::uint32_t>(schedule_.steps.size());
  for (Index j = across.begin; j < across.end; ++j)
    for (Index i = down.begin; i < down.end; ++i) {
      std::vector<Access>& tile = matrix.tiles[static_cast<std::size_t>(i + j * tile_rows)];
      // What is written comes first, and is read, too.
      if (tile.empty() || tile.back().step != step) tile.push_back({step, writes});
    }
}

void Recorder::step(int kernel, Regions writes, Regions reads, const Rest& rest) {
  if (writes.size() == 0 || writes.begin()->is_empty())
    invalid("schedule", "a step writes nothing", "leave it out");
  if (writes.size() > Step::most_writes || reads.size() > Step::most_reads)
    invalid("schedule", fmt::format("a step writes {} regions and reads {}", writes.size(), reads.size()),
            fmt::format("use at most {} and {}", Step::most_writes, Step::most_reads));
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
  std::ranges::copy(rest.detail, made.detail);
  std::ranges::copy(writes, made.writes);
  std::ranges::copy(reads, made.reads);
  if (rest.width > 1) made.gang = static_cast<std::int32_t>(schedule_.gangs++);
  for (const Region& region : writes) access(region, true);
  for (const Region& region : reads) access(region, false);
  schedule_.steps.push_back(made);
}

/// A tile's counter counts what was done to it, so that a value stands for a write and for the reads before
/// the next one. Nobody waits for reads that no write follows, and they are not counted: what comes after a
/// write begins when the count is that of the write, whoever has read since.
void Recorder::take_counters(std::vector<std::vector<Schedule::Wait>>& waits,
                             std::vector<std::vector<std::uint32_t>>& signals) {
  for (const Matrix& matrix : matrices_)
    for (const std::vector<Access>& tile : matrix.tiles) {
      const auto last_write =
          std::find_if(tile.rbegin(), tile.rend(), [](const Access& access) { return access.writes; });
      if (last_write == tile.rend() || tile.size() < 2) continue;
      const auto last = static_cast<std::size_t>(tile.rend() - last_write) - 1;
      const std::uint32_t counter = schedule_.counters++;
      std::uint32_t counted = 0, of_write = 0;
      for (std::size_t i = 0; i < tile.size(); ++i) {
        const Access& access = tile[i];
        if (const std::uint32_t value = access.writes ? counted : of_write; value > 0)
          waits[access.step].push_back({counter, value});
        const bool is_awaited = access.writes ? i + 1 < tile.size() : i < last;
        if (is_awaited) {
          signals[access.step].push_back(counter);
          ++counted;
        }
        if (access.writes) of_write = counted;
      }
    }
}

void Recorder::deal_tickets() {
  const std::size_t teams = schedule_.threads.size();
  std::vector<std::vector<Schedule::Ticket>> of_team(teams);
  for (std::uint32_t step = 0; step < schedule_.steps.size(); ++step)
    for (std::uint32_t part = 0; part < static_cast<std::uint32_t>(schedule_.steps[step].width); ++part)
      of_team[static_cast<std::size_t>(schedule_.steps[step].team)].push_back({step, part});
  for (const std::vector<Schedule::Ticket>& tickets : of_team) {
    schedule_.first_ticket.push_back(static_cast<std::uint32_t>(schedule_.tickets.size()));
    schedule_.tickets.insert(schedule_.tickets.end(), tickets.begin(), tickets.end());
  }
  schedule_.first_ticket.push_back(static_cast<std::uint32_t>(schedule_.tickets.size()));
}

Schedule Recorder::finish() {
  std::vector<std::vector<Schedule::Wait>> waits(schedule_.steps.size());
  std::vector<std::vector<std::uint32_t>> signals(schedule_.steps.size());
  take_counters(waits, signals);
  for (std::size_t i = 0; i < schedule_.steps.size(); ++i) {
    Step& step = schedule_.steps[i];
    step.first_wait = static_cast<std::uint32_t>(schedule_.waits.size());
    step.waits = static_cast<std::uint32_t>(waits[i].size());
    step.first_signal = static_cast<std::uint32_t>(schedule_.signals.size());
    step.signals = static_cast<std::uint32_t>(signals[i].size());
    schedule_.waits.insert(schedule_.waits.end(), waits[i].begin(), waits[i].end());
    schedule_.signals.insert(schedule_.signals.end(), signals[i].begin(), signals[i].end());
  }
  deal_tickets();
  matrices_.clear();
  return std::exchange(schedule_, {});
}

}  // namespace numapack
