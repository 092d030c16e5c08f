// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "runtime/concurrent_calls.hpp"
#include "runtime/thread_limit.hpp"
#include "team/run_tasks.hpp"
#include "team/share.hpp"
#include "team/teams.hpp"

namespace numapack {

// Which threads work on prepacked operands, of which each node has a part.

/// Threads of a team, and the parts that they work at, one after the other.
struct PartTeam : TeamShare {
  std::vector<std::size_t> parts;
};

/// At each part the threads of its `node`. At parts of nodes without any (somebody chose others, or this is a
/// child on other cores) all there are, after their own. Pure.
template <class Part>
std::vector<PartTeam> part_teams_at(const std::vector<Part>& parts, const std::vector<TeamLayout>& layout) {
  std::vector<PartTeam> part_teams(layout.size());
  std::vector<std::size_t> of_all;
  for (std::size_t team = 0; team < layout.size(); ++team)
    part_teams[team] = {{static_cast<int>(team), layout[team].node, layout[team].node,
                         static_cast<int>(layout[team].cores.size())},
                        {}};
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const auto own = std::find_if(layout.begin(), layout.end(), [&](const TeamLayout& team) {
      return team.node == parts[part].node && !team.cores.empty();
    });
    if (own == layout.end())
      of_all.push_back(part);
    else
      part_teams[static_cast<std::size_t>(own - layout.begin())].parts.push_back(part);
  }
  for (PartTeam& part_team : part_teams)
    part_team.parts.insert(part_team.parts.end(), of_all.begin(), of_all.end());
  std::erase_if(part_teams,
                [](const PartTeam& part_team) { return part_team.threads == 0 || part_team.parts.empty(); });
  return part_teams;
}

/// How many threads work at each part.
inline std::vector<int> threads_at(std::size_t parts, const std::vector<PartTeam>& part_teams) {
  std::vector<int> threads(parts, 0);
  for (const PartTeam& part_team : part_teams)
    for (const std::size_t part : part_team.parts) threads[part] += part_team.threads;
  return threads;
}

/// attempt(layout) on the teams that a call may use, within the bound on threads: the same part of every
/// team, since each has its part of the operand. False: the call is for its caller's thread. `flops`: what it
/// is worth.
template <class Attempt>
bool with_every_team(Runtime& runtime, const Runtime::CallScope& scope, double flops,
                     const Attempt& attempt) {
  const auto work = [&] { return CallDemand{flops, 0, {}, true}; };
  const int threads = within_thread_limit(0);
  if (threads == 0) return with_teams(runtime, scope, work, attempt);
  if (even_part(scope.layout(), threads).empty()) return false;
  return with_teams(runtime, scope, work, [&](const std::vector<TeamLayout>& layout) {
    return attempt(even_part(layout, threads));
  });
}

}  // namespace numapack
