// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "team/teams.hpp"

namespace numapack {

/// All threads take items from one list until it is empty. False if the teams are busy: then nothing was
/// done.
template <class Item, class Work>
bool work_off(Teams& teams, const TeamThreads& team_threads, const std::vector<Item>& list,
              const Work& work) {
  std::atomic<std::size_t> next{0};
  return teams.try_run(team_threads, [&](const ThreadSlot&) {
    for (std::size_t at; (at = next.fetch_add(1)) < list.size();) work(list[at]);
  });
}

/// The same with a list for each team, whose threads alone work at it where there are several: on its way an
/// unbound caller would touch pages of one node from another (seen as one page of hundreds astray).
template <class Item, class Work>
bool work_off_own(Teams& teams, const TeamThreads& team_threads, const std::vector<std::vector<Item>>& lists,
                  const Work& work) {
  const auto next = std::make_unique<std::atomic<std::size_t>[]>(lists.size());
  const CallersPart part = lists.size() > 1 ? CallersPart::waits : CallersPart::takes_a_slot;
  return teams.try_run(
      team_threads,
      [&](const ThreadSlot& slot) {
        const auto team = static_cast<std::size_t>(slot.team);
        for (std::size_t at; (at = next[team].fetch_add(1)) < lists[team].size();) work(lists[team][at]);
      },
      part);
}

}  // namespace numapack
