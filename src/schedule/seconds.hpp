// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "schedule/schedule.hpp"
#include "schedule/time_model.hpp"
#include "schedule/traffic.hpp"

namespace numapack {

/// The work and traffic of a step, all its parts together.
struct StepLoad {
  StepWork work;
  std::vector<double> bytes;  ///< by home, what no cache has; written ones as bytes read, in their time
};

/// Fills in the load of a step of a schedule; `load.bytes` has as many zeros as the machine has nodes.
using LoadOf = std::function<void(const Step& step, StepLoad& load)>;

/// How long a schedule takes, by cause. The times are means over threads, so that they add up to the total.
struct Seconds {
  double total = 0;
  double arithmetic = 0;     ///< with operands in caches; copies and packing among it
  double local_memory = 0;   ///< waiting for the own node's memory that arithmetic does not hide
  double remote_memory = 0;  ///< for other nodes'
  double waiting = 0;        ///< for other steps, for the rest of a gang, and, at the end, for the others
  double waking = 0;         ///< until threads that slept have begun
  double copying = 0;        ///< of all these, in steps that copy to owners and back
  double critical_path = 0;  ///< the longest chain of steps that wait for each other
  double busiest = 0;        ///< the busiest thread's time without waiting
  int threads = 0;
  int nodes = 0;                                    ///< that these threads are on
  std::vector<std::vector<double>> remote_by_link;  ///< [node of the reader][home]: of remote_memory

  Seconds& operator+=(const Seconds& next);  ///< one after the other
};

/// Walks a schedule with a clock for each thread: a thread takes its team's next ticket, waits for the step's
/// counters, and takes as long as its arithmetic or, where that is longer, its own node's memory, and then
/// for other nodes' memory, whose latency nothing hides. An overloaded memory or link slows down all its
/// users by the same factor (fair sharing of flows, as in H. Casanova et al., SimGrid, JPDC 74, 2014).
/// `of_team`: the node of each team. Pure.
Seconds seconds_of(const Schedule& schedule, std::span<const int> of_team, const LoadOf& load_of,
                   const TimeModel& model);

/// Adds what a step of a team on this node moves, each region once, to load.bytes: as traffic_of(), in bytes
/// read. Pure.
void add_bytes(const Schedule& schedule, const Step& step, std::span<const Storage> matrices,
               std::size_t node, std::size_t element_bytes, double bytes_a_written_byte,
               std::vector<double>& bytes);

}  // namespace numapack
