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

/// The tiles between these places that a range meets.
Range tiles_of(const std::vector<Index>& places, Range range) {
  const auto after = std::ranges::upper_bound(places, range.begin);
  const auto end = std::lower_bound(after, places.end(), range.end);
  return {after - places.begin() - 1, end - places.begin()};
}

/// By a key below `keys`, in their order where it is the same.
template <class Item, class Key>
std::vector<Item> sorted_by(const std::vector<Item>& items, std::size_t keys, const Key& key) {
  std::vector<std::uint32_t> next(keys + 1, 0);
  for (const Item& item : items) ++next[key(item) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Item> sorted(items.size());
  for (const Item& item : items) sorted[next[key(item)]++] = item;
  return sorted;
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
  matrices_.push_back(
      {std::move(tiling), std::move(owners), static_cast<std::uint32_t>(last_access_.size())});
  last_access_.resize(last_access_.size() + tiles, 0);
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
  const Range down = tiles_of(matrix.tiling.rows, region.rows),
              across = tiles_of(matrix.tiling.columns, region.columns);
  const auto tile_rows = static_cast<Index>(matrix.tiling.rows.size()) - 1;
  const auto step = static_cast<std::uint32_t>(schedule_.steps.size());
  for (Index j = across.begin; j < across.end; ++j)
    for (Index i = down.begin; i < down.end; ++i) {
      const auto tile = matrix.first_tile + static_cast<std::uint32_t>(i + j * tile_rows);
      // What is written comes first, and is read, too.
      if (last_access_[tile] == step + 1) continue;
      last_access_[tile] = step + 1;
      accesses_.push_back({tile, step, writes});
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
  made.overwrites = rest.overwrites;
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
void Recorder::take_counters(std::vector<OfStep<Schedule::Wait>>& waits,
                             std::vector<OfStep<std::uint32_t>>& signals) {
  const std::vector<Access> sorted =
      sorted_by(accesses_, last_access_.size(), [](const Access& access) { return access.tile; });
  for (auto tile = sorted.begin(); tile != sorted.end();) {
    const auto end =
        std::find_if(tile, sorted.end(), [&](const Access& access) { return access.tile != tile->tile; });
    auto last_write = end;
    for (auto access = tile; access != end; ++access)
      if (access->writes) last_write = access;
    if (last_write != end && end - tile > 1) {
      const std::uint32_t counter = schedule_.counters++;
      std::uint32_t counted = 0, of_write = 0;
      for (auto access = tile; access != end; ++access) {
        if (const std::uint32_t value = access->writes ? counted : of_write; value > 0)
          waits.push_back({access->step, {counter, value}});
        const bool is_awaited = access->writes ? access + 1 != end : access < last_write;
        if (is_awaited) {
          signals.push_back({access->step, counter});
          ++counted;
        }
        if (access->writes) of_write = counted;
      }
    }
    tile = end;
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
  std::vector<OfStep<Schedule::Wait>> waits;
  std::vector<OfStep<std::uint32_t>> signals;
  take_counters(waits, signals);
  for (const auto& wait : waits) ++schedule_.steps[wait.step].waits;
  for (const auto& signal : signals) ++schedule_.steps[signal.step].signals;
  std::uint32_t first_wait = 0, first_signal = 0;
  for (Step& step : schedule_.steps) {
    step.first_wait = first_wait;
    step.first_signal = first_signal;
    first_wait += step.waits;
    first_signal += step.signals;
  }
  for (const auto& wait : sorted_by(waits, schedule_.steps.size(), [](const auto& of) { return of.step; }))
    schedule_.waits.push_back(wait.what);
  for (const auto& signal :
       sorted_by(signals, schedule_.steps.size(), [](const auto& of) { return of.step; }))
    schedule_.signals.push_back(signal.what);
  deal_tickets();
  matrices_.clear();
  accesses_.clear();
  last_access_.clear();
  return std::exchange(schedule_, {});
}

}  // namespace numapack
