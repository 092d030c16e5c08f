// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <pthread.h>

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "team/free_slots.hpp"
#include "team/mailbox.hpp"
#include "team/teams.hpp"

namespace numapack {

/// One persistent thread and its mailbox.
struct Worker {
  Mailbox mailbox;
  Teams::State* state = nullptr;
  int team = 0;
  int thread = 0;
  std::vector<int> pus;  ///< where to sit; empty: anywhere
  std::string name;
  pthread_t handle{};
  std::atomic<int> tid{0};
  std::string refusal;   ///< why the binding failed, of its first thread
  bool running = false;  ///< it has a thread; under State::mutex once all were started
};

/// The thread slot that the caller would take when it runs on some hardware thread. No team: none.
struct CallersSlot {
  int team = -1;
  int worker = -1;  ///< -1: the team's node has this core, but no thread sits there
};

/// The threads of one node.
struct Team {
  explicit Team(int threads) : free(threads) {}
  std::vector<std::unique_ptr<Worker>> workers;
  FreeSlots free;  ///< under State::mutex
};

/// One parallel region: who takes part. Written by the caller before it posts, and read
/// only by threads that were posted to.
struct ParallelRegion {
  /// A team's: neighbours, from the worker `first`.
  struct Part {
    int first = 0, threads = 0;
    int callers_slot = -1;                       ///< the one that the caller takes; -1: none
    alignas(64) std::atomic<int> unfinished{0};  ///< threads; the last one to finish reports for the team
  };
  std::vector<std::unique_ptr<Part>> parts;  ///< by team
  const std::function<void(const ThreadSlot&)>* body = nullptr;
  std::atomic<bool> failed{false};
  std::exception_ptr failure;
  bool taken = false;  ///< under State::mutex
  alignas(64) std::atomic<std::uint32_t> unfinished_teams{0};

  void prepare(CallersSlot caller);
  void take_slot(int team, int thread);
  void wait_for_end(Patience patience);
};

struct Teams::State {
  State(const Machine& machine, std::vector<TeamLayout> layout, Binding binding);
  ~State();

  // Starting and stopping (start.cpp).
  void check_layout(const Machine& machine) const;
  void start_all();
  void start(Worker& worker);
  void wait_until_placed();
  void stop_all();
  bool may_end(Worker& worker);
  void make_again(ParallelRegion& region);
  static void* thread_main(void* worker);

  // Regions (teams.cpp).
  ParallelRegion* reserve(const TeamThreads& team_threads);
  void free_slots_of(ParallelRegion& region);
  void give_back(ParallelRegion& region);
  CallersSlot callers_slot(const ParallelRegion& region) const;
  void post(ParallelRegion& region, int team, int slot);
  void post_workers(ParallelRegion& region, int team);

  std::vector<TeamLayout> layout;
  std::vector<std::unique_ptr<Team>> teams;
  std::vector<CallersSlot> slot_of_pu;
  bool all_bound = false;
  Patience region_patience, idle_patience;
  std::vector<Worker*> started;
  std::atomic<std::uint32_t> placed{0};
  std::atomic<double> most_idle_seconds{0};  ///< 0: threads stay for good

  // Who has which threads.
  alignas(64) std::mutex mutex;
  std::vector<std::unique_ptr<ParallelRegion>> regions;  ///< as many as there may be at once
  bool some_ended = false;                               ///< of the threads, because they were idle
  bool stopping = false;
  std::atomic<std::uint32_t> regions_ended{0};
  std::atomic<int> waiting{0};  ///< for a region to end
};

/// Set on the caller inside a region and, for good, on the threads of teams.
bool& inside_region_flag();

}  // namespace numapack
