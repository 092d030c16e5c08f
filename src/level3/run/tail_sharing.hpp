// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "level3/run/node_part.hpp"
#include "team/barriers/ticket_counter.hpp"
#include "team/teams.hpp"

namespace numapack {

/// The blocks of C that a product's threads multiply last, at most one a thread: whoever is done takes
/// columns of those that others are at. Shares differ by a tile, and cores are taken away: one thread was
/// left with up to a block while the others had nothing to do (Z4-060).
template <class T>
class TailSharing {
 public:
  TailSharing(const NodePart<T>& part, Index count, Patience patience)
      : part_(part), patience_(patience), lasts_(static_cast<std::size_t>(count)) {}

  /// Nobody can help with block `number`: it is packed while it is multiplied, or what comes after it.
  void keep(Index number) { at(number).offered.advance(); }

  /// Block `number`, with whoever comes. Its panels are read until this returns.
  void multiply(int thread, Index number, const BlockWork<T>& work) {
    Last& last = at(number);
    last.work = work;
    last.groups.set_pieces(static_cast<std::uint32_t>(groups_of(work)));
    last.offered.advance();
    take_groups(thread, last);
    last.groups.wait(patience_);
  }

  /// By a thread that has nothing else to do, when all blocks are somebody's.
  void help(int thread) {
    for (Last& last : lasts_) {
      last.offered.wait_for(1, patience_);
      if (last.work.panels_a != nullptr) take_groups(thread, last);
    }
  }

 private:
  struct Last {
    BlockWork<T> work;     ///< none: kept
    TicketCounter groups;  ///< of columns
    EpochCounter offered;  ///< 1 once it is known what to do
  };

  /// Enough to even out, but each begins with a panel of B that was not prefetched.
  static constexpr Index most_groups = 16, least_panels = 4;
  Index groups_of(const BlockWork<T>& work) const {
    return std::min(most_groups, divide_up(work.columns.size(), least_panels * part_.kernel.shape.nr));
  }

  void take_groups(int thread, Last& last) {
    BlockWork<T> work = last.work;
    for (int group = last.groups.take(); group >= 0; group = last.groups.take()) {
      work.columns = split(last.work.columns, groups_of(last.work), part_.kernel.shape.nr, group);
      part_.multiply(thread, work);
      last.groups.finish();
    }
  }

  Last& at(Index number) { return lasts_[static_cast<std::size_t>(number)]; }

  const NodePart<T>& part_;
  const Patience patience_;
  std::vector<Last> lasts_;
};

}  // namespace numapack
