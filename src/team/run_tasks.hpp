// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "team/teams.hpp"

namespace numapack {

/// A team's part in a plan: what the tasks of all plans have in common.
struct TeamShare {
  int team = 0;         ///< index into the teams' layout
  int node = 0;         ///< index into Machine::nodes
  int memory_node = 0;  ///< where its workspace is: `node`, or the nearest with memory (home_for)
  int threads = 1;
};

template <class Share>
int threads_of(const std::vector<Share>& shares) {
  int threads = 0;
  for (const Share& share : shares) threads += share.threads;
  return threads;
}

/// Of those on a node, which share what it moves.
template <class Share>
int threads_at_node(const std::vector<Share>& shares, int node) {
  int threads = 0;
  for (const Share& share : shares)
    if (share.node == node) threads += share.threads;
  return threads;
}

template <class Task>
std::size_t workspace_bytes_of(const std::vector<Task>& tasks) {
  std::size_t bytes = 0;
  for (const Task& task : tasks) bytes += task.workspace_bytes;
  return bytes;
}

/// What each of so many teams has of a `member` of tasks, of which no team has two; others have 0.
template <class Task>
std::vector<int> by_team(const std::vector<Task>& tasks, int TeamShare::*member, std::size_t teams) {
  std::vector<int> values(teams, 0);
  for (const Task& task : tasks) values[static_cast<std::size_t>(task.team)] = task.*member;
  return values;
}

/// Teams of a layout that has those of the tasks and no more behind them.
template <class Task>
std::size_t teams_of(const std::vector<Task>& tasks) {
  int teams = 0;
  for (const Task& task : tasks) teams = std::max(teams, task.team + 1);
  return static_cast<std::size_t>(teams);
}

/// The number of each team's task; of others 0.
template <class Task>
std::vector<int> numbers_by_team(const std::vector<Task>& tasks, std::size_t teams) {
  std::vector<int> numbers(teams, 0);
  for (std::size_t i = 0; i < tasks.size(); ++i)
    numbers[static_cast<std::size_t>(tasks[i].team)] = static_cast<int>(i);
  return numbers;
}

}  // namespace numapack
