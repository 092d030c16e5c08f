// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <limits>
#include <numeric>

#include "team/teams.hpp"

namespace numapack {

std::vector<TeamLayout> lay_out_teams(const Machine& machine, int max_threads) {
  const int asked = max_threads > 0 ? max_threads : std::numeric_limits<int>::max();
  int left = std::min(asked, machine.usable_threads());
  std::vector<std::vector<int>> usable;
  std::vector<TeamLayout> teams;
  for (const int node : machine.compute_nodes()) {
    teams.push_back({node, {}});
    usable.push_back(machine.usable_cores(node));
  }
  for (std::size_t turn = 0; left > 0; ++turn) {
    bool dealt = false;
    for (std::size_t team = 0; team < teams.size() && left > 0; ++team) {
      if (turn >= usable[team].size()) continue;
      teams[team].cores.push_back(usable[team][turn]);
      --left;
      dealt = true;
    }
    if (!dealt) break;
  }
  // Fewer threads than nodes: the nodes that got none have no team.
  std::erase_if(teams, [](const TeamLayout& team) { return team.cores.empty(); });
  return teams;
}

TeamThreads all_threads_of(const std::vector<TeamLayout>& layout) {
  TeamThreads team_threads;
  for (const TeamLayout& team : layout) team_threads.threads.push_back(static_cast<int>(team.cores.size()));
  return team_threads;
}

int TeamThreads::total() const { return std::accumulate(threads.begin(), threads.end(), 0); }

}  // namespace numapack
