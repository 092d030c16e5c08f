// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "team/barriers/barrier.hpp"

namespace numapack {

/// The threads of one node: which cores they sit on. The first is the manager's.
struct TeamLayout {
  int node = 0;            ///< index into Machine::nodes
  std::vector<int> cores;  ///< indices into Machine::cores, one thread each
};

/// One team for each compute node, one thread for each usable core, at most `max_threads` in all (0: no
/// limit; a CPU quota counts as a limit), taken from the nodes in turn so that they stay balanced. With fewer
/// threads than compute nodes the last nodes have no team. Pure.
std::vector<TeamLayout> lay_out_teams(const Machine& machine, int max_threads = 0);

/// Whether threads are bound to their cores.
enum class Binding { cores, none };

/// Who takes part in one parallel region: threads of each team (0: that team sleeps on). Same order as the
/// layout.
struct TeamThreads {
  std::vector<int> threads;
  int total() const;
};

/// All threads of a layout.
TeamThreads all_threads_of(const std::vector<TeamLayout>& layout);

/// What the thread that asks for a region does in it. It is never bound: the kernel may move it to another
/// node on the way, so where it matters who touches memory first it waits.
enum class CallersPart { takes_a_slot, waits };

/// A thread's place in a parallel region.
struct ThreadSlot {
  int team = 0;     ///< index into the layout
  int thread = 0;   ///< 0 … threads-1 within the team; 0 does the manager's part
  int threads = 1;  ///< of this team in this region
};

/// The threads cannot be made. Caught where a call can do without them.
struct NoTeams {};

/// Persistent threads, created once, each bound to its core, asleep between regions.
///
/// The paper's three levels (Electronics 2021, 10, 1984, section 4.3): the caller wakes one manager a node,
/// each manager wakes the workers of its node, each worker is bound to a core. The caller itself works in
/// place of the worker whose core it happens to run on, so that no core has two threads; it is never bound.
/// If it runs on a core of a node that takes part, but that core has no thread in this region, it takes
/// thread 0's slot of that node. In both cases the thread that it replaces sleeps on. If its node takes no
/// part, it waits for the end.
///
/// Regions of several callers run at once if there are threads for all: each has adjacent threads of each
/// team, as many as its `TeamThreads` says. `try_run` returns false instead of waiting if there are not
/// enough. Thread-safe, except that no region may run while the teams are destroyed.
class Teams {
 public:
  /// Starts the threads. They block all signals (but those that a fault of their own raises, which must reach
  /// the program's handler) and never touch the creator's affinity or policy. Binding that is refused is
  /// remembered (`problems()`), and such teams sleep instead of spinning. Throws Error(invalid_argument) if
  /// the layout names cores that the machine does not have, Error(system) if a thread cannot be made; those
  /// made before are gone then.
  Teams(const Machine& machine, std::vector<TeamLayout> layout, Binding binding = Binding::cores);
  ~Teams();
  Teams(const Teams&) = delete;
  Teams& operator=(const Teams&) = delete;

  const std::vector<TeamLayout>& layout() const;

  /// All threads of all teams.
  TeamThreads everyone() const;

  /// Calls `body` once on each of these threads and returns true when all are done; returns false at once,
  /// without running anything, if other callers' regions leave too few threads, or the caller is part of a
  /// region. An exception thrown by a body is rethrown here after all have finished (the first one wins).
  /// Throws Error(invalid_argument) if the numbers do not fit the layout or are all zero. The caller cannot
  /// be cancelled meanwhile. Neither allocates nor makes threads.
  bool try_run(const TeamThreads& team_threads, const std::function<void(const ThreadSlot&)>& body,
               CallersPart part = CallersPart::takes_a_slot);

  /// How many threads of each team are free now.
  TeamThreads idle() const;

  /// How many regions have ended so far; wraps around.
  std::uint32_t regions_ended() const;

  /// Sleeps until a region ends, unless one has since regions_ended() was `seen`, but not longer than this.
  /// May return early.
  void wait_for_end_of_one(std::uint32_t seen, double at_most_seconds);

  /// True on a thread that is inside a region's body.
  static bool inside_region();

  /// Every thread sits on its core, as the kernel confirms. False if they were not to be bound.
  bool all_bound() const;

  /// How long threads of these teams may spin inside a region: nothing unless every binding succeeded and
  /// every thread has a usable core to itself.
  Patience patience() const;

  /// One line for each binding that failed: core, node, errno text.
  std::vector<std::string> problems() const;

  /// Kernel thread ids in layout order (team by team), for tests and the page census.
  std::vector<int> thread_ids() const;

  /// From now on a thread that has been asleep for so long ends, and is made again when a region needs it. A
  /// region whose threads cannot be made throws NoTeams before any body runs. Thread-safe.
  void end_idle_threads(double after_seconds);

  /// After fork in the child: the threads are gone. Forget them without joining; what they used stays
  /// allocated. Nothing but the destructor may be called afterwards.
  void abandon_after_fork();

  struct State;  ///< private to the room

 private:
  std::unique_ptr<State> state_;
};

}  // namespace numapack
