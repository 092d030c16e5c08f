// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/range.hpp"

namespace numapack {

/// A rectangle of one of a schedule's matrices; none if the matrix is -1.
struct Region {
  std::int32_t matrix = -1;
  Range rows, columns;
  float share = 1;  ///< the share that a step touches, for traffic: row interchanges touch few of many rows
  bool is_empty() const { return matrix < 0 || rows.size() <= 0 || columns.size() <= 0; }
  bool operator==(const Region&) const = default;
};

/// One kernel on some tiles. A thread of the team that owns its first written region runs it, or `width`
/// threads of the team together, a gang.
struct Step {
  std::int16_t kernel = 0;             ///< number of a kernel of run()
  std::int16_t team = 0;               ///< index into Schedule::threads
  std::int16_t width = 1;              ///< threads of the team that run it together
  std::uint8_t writes = 0, reads = 0;  ///< numbers of regions; written regions may also be read
  bool overwrites = false;             ///< does not read what it writes
  std::int32_t detail[2] = {-1, -1};   ///< for the kernel: the numbers of a panel and a block
  std::int32_t gang = -1;              ///< number of the gang that runs it, or -1
  std::uint32_t first_region = 0, first_wait = 0, waits = 0, first_signal = 0, signals = 0;  ///< in its lists
  bool operator==(const Step&) const = default;
};

/// The steps of one call, in one topological order and by team. Pure data: run() decides nothing.
///
/// Counters stand for tiles. A step begins when each of its waits is over and adds one to each of its signals
/// when it is done. Whichever thread of a team is free takes the team's next ticket, so that a thread that
/// loses its core delays the others by one step; a gang of w threads has w consecutive tickets. Where no step
/// waits for another (one_step_each()) there are no tickets: each thread has its own part.
struct Schedule {
  struct Wait {
    std::uint32_t counter = 0, value = 0;  ///< until the counter is at least so much
    bool operator==(const Wait&) const = default;
  };
  struct Ticket {
    std::uint32_t step = 0, part = 0;
    bool operator==(const Ticket&) const = default;
  };
  bool operator==(const Schedule&) const = default;

  std::vector<int> threads;  ///< of each team; 0: the team takes no part
  std::vector<Step> steps;
  std::vector<Region> regions;  ///< of each step those that it writes, then those that it reads
  std::vector<Wait> waits;
  std::vector<std::uint32_t> signals;
  std::vector<Ticket> tickets;
  std::vector<std::uint32_t> first_ticket;  ///< of each team, and the end
  std::uint32_t counters = 0, gangs = 0;

  std::span<const Region> writes_of(const Step& step) const {
    return std::span(regions).subspan(step.first_region, step.writes);
  }
  std::span<const Region> reads_of(const Step& step) const {
    return std::span(regions).subspan(step.first_region + step.writes, step.reads);
  }
  std::span<const Wait> waits_of(const Step& step) const {
    return std::span(waits).subspan(step.first_wait, step.waits);
  }
  std::span<const std::uint32_t> signals_of(const Step& step) const {
    return std::span(signals).subspan(step.first_signal, step.signals);
  }
  std::span<const Ticket> tickets_of(int team) const {
    const auto t = static_cast<std::size_t>(team);
    return std::span(tickets).subspan(first_ticket[t], first_ticket[t + 1] - first_ticket[t]);
  }
};

}  // namespace numapack
