// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "team/teams.hpp"

namespace numapack {

/// Calls in progress at one moment.
struct ConcurrentCalls {
  int sharing = 1;  ///< calls that have or request threads of teams, including this one
  int single = 0;   ///< other calls, each on its caller's thread
};

/// The part of the teams that one of several concurrent calls gets: a layout with the same number of teams,
/// each with its first cores or none. Teams without cores do not count. `idle` says how many threads of each
/// team are free; `weights`, by team, how much of the call's data is at home with it.
///
/// A call gets an equal share of all threads, teams with its data first. It stays on these if they are half a
/// share and no other call uses them: then data on one node does not cross, and more threads would only copy.
/// Where every team has the same part of the data, those with the most idle threads come first. With fewer
/// than two threads the layout is empty. Pure.
std::vector<TeamLayout> share_of_teams(const std::vector<TeamLayout>& layout, const TeamThreads& idle,
                                       const ConcurrentCalls& concurrent_calls,
                                       const std::vector<double>& weights);

/// The same share of every team that has threads, for work that is bound to all of them; at least one thread
/// of each, or nothing. Pure.
std::vector<TeamLayout> even_share_of_teams(const std::vector<TeamLayout>& layout, const TeamThreads& idle,
                                            const ConcurrentCalls& concurrent_calls);

int threads_of(const std::vector<TeamLayout>& layout);

/// At most `threads` of them (0: all), the same part of every team that has some, the first cores; a bound of
/// less than two or of less than one a team leaves nothing: an empty layout. Pure.
std::vector<TeamLayout> even_part(const std::vector<TeamLayout>& layout, int threads);

}  // namespace numapack
