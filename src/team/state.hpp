// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <pthread.h>

#include <atomic>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "team/mailbox.hpp"
#include "team/teams.hpp"

namespace numapack {

/// One persistent thread and where it is told what to do.
struct Worker {
  Mailbox mailbox;
  Teams::State* state = nullptr;
  int team = 0;
  int thread = 0;
  std::vector<int> pus;  ///< where to sit; empty: anywhere
  std::string name;
  pthread_t handle{};
  int tid = 0;
  std::string refusal;  ///< why the binding failed
};

/// The threads of one node, and their part of the region that runs. The fields of a region are written by the
/// caller before it posts and are read only by threads that were posted to.
struct Team {
  std::vector<std::unique_ptr<Worker>> workers;
  int threads = 0;        ///< seats of this team in the region
  int callers_seat = -1;  ///< the one that the caller takes; -1: none
  int place = 0;          ///< among the teams of the region
  std::optional<TeamBarrier> barrier;
  alignas(64) std::atomic<int> unfinished{0};  ///< seats; the last one to finish reports for the team
};

/// The seat that the caller would replace from a hardware thread. No team: none.
struct Place {
  int team = -1;
  int worker = -1;  ///< -1: the team's node has this core, but no thread sits there
};

struct Teams::State {
  State(const Machine& machine, std::vector<TeamLayout> layout, Binding binding, BarrierAlgorithms barriers);
  ~State();

  // Starting and stopping (start.cpp).
  void check_layout(const Machine& machine) const;
  void start_all();
  void start(Worker& worker);
  void wait_until_seated();
  void stop_all();
  static void* thread_main(void* worker);

  // One region (teams.cpp).
  Place callers_place(const Crew& crew) const;
  void prepare(const Crew& crew, Place caller);
  void post_workers(Team& team);
  void take_seat(int team, int thread);
  void wait_for_end();

  std::vector<TeamLayout> layout;
  std::vector<std::unique_ptr<Team>> teams;
  std::vector<Place> place_of_pu;
  bool all_bound = false;
  Patience region_patience, idle_patience;
  std::vector<Worker*> started;
  std::atomic<std::uint32_t> seated{0};

  alignas(64) std::atomic<bool> busy{false};

  // The region that runs.
  const std::function<void(const Seat&)>* body = nullptr;
  std::optional<TeamBarrier> node_barrier;
  std::vector<int> crew_of_barriers;  ///< that the barriers are formed for
  std::atomic<bool> failed{false};
  std::exception_ptr failure;
  alignas(64) std::atomic<std::uint32_t> unfinished_teams{0};
};

/// Set on the caller inside a region and, for good, on the threads of teams.
bool& inside_region_flag();

}  // namespace numapack
