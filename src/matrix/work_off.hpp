#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "team/teams.hpp"

namespace numapack {

/// Everybody takes items of one list, one after the other, until there are none. False if the teams are busy:
/// then nothing was done.
template <class Item, class Work>
bool work_off(Teams& teams, const std::vector<Item>& list, const Work& work) {
  std::atomic<std::size_t> next{0};
  return teams.try_run(teams.everyone(), [&](const Seat&) {
    for (std::size_t at; (at = next.fetch_add(1)) < list.size();) work(list[at]);
  });
}

/// The same with a list for each team.
template <class Item, class Work>
bool work_off_own(Teams& teams, const std::vector<std::vector<Item>>& lists, const Work& work) {
  const auto next = std::make_unique<std::atomic<std::size_t>[]>(lists.size());
  return teams.try_run(teams.everyone(), [&](const Seat& seat) {
    const auto team = static_cast<std::size_t>(seat.team);
    for (std::size_t at; (at = next[team].fetch_add(1)) < lists[team].size();) work(lists[team][at]);
  });
}

}  // namespace numapack
