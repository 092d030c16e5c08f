// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "memory/homes/operand_home.hpp"
#include "numapack/export.h"

namespace numapack {

/// Nodes that the watch distinguishes; those beyond count as the last one.
inline constexpr int watched_nodes = 64;

inline std::uint64_t node_bit(int node) {
  return node < 0 ? 0 : std::uint64_t{1} << (node < watched_nodes ? node : watched_nodes - 1);
}

class StepTrace;

/// What one call from outside did, its products within added up: written by the library on the calling
/// thread, read by the drop-in BLAS when the call returns. Estimates are those of the plans that were obeyed.
struct WatchedCall {
  int threads = 1;             ///< the most that took part at once
  std::uint64_t nodes = 0;     ///< that took part, a bit for each index into Machine::nodes; 0: nobody asked
  const char* algorithm = "";  ///< of the product with the most threads: "panels", "skinny" …
  bool asked_homes = false;    ///< where operands are was asked for
  double crossing_bytes = 0;   ///< between nodes, by plan
  double oblivious_bytes = 0;  ///< … by a BLAS that knows no nodes, see oblivious_bytes()
  std::array<double, watched_nodes> bytes_at{};                            ///< of operands, by home
  double on_one_node_bytes = 0, interleaved_bytes = 0, divided_bytes = 0;  ///< of the same, by how they lie
  StepTrace* steps = nullptr;  ///< what is done is written there (schedule/step_trace.hpp); null: nowhere

  /// All of them at once, each with its `threads` on its `node`.
  template <class Task>
  void add_team(const std::vector<Task>& tasks, const char* algorithm_now) {
    int threads_now = 0;
    for (const Task& task : tasks) {
      threads_now += task.threads;
      nodes |= node_bit(task.node);
    }
    if (threads_now >= threads) algorithm = algorithm_now;
    if (threads_now > threads) threads = threads_now;
  }
  void add_home(const OperandHome& home);
};

/// Whether any call is watched; asked before anything else, so that it costs a load where none is.
extern constinit std::atomic<bool> calls_are_watched;

/// Where the calling thread's call is noted; null: nowhere.
WatchedCall* watched_call() noexcept;

// Not for users: for libnumapack_blas, which comes with this library.
namespace detail {

/// The calling thread's calls are noted here from now on; null: nowhere. Returns where they were before.
NUMAPACK_API WatchedCall* watch_calls(WatchedCall* noted) noexcept;

/// What this process has to work with.
struct ProcessFacts {
  std::vector<int> nodes;  ///< the kernel's number of each of Machine::nodes
  int working_nodes = 0;   ///< that have a team
  int threads = 0;
  std::string cpu;  ///< its row
};

/// Starts the runtime, lenient about settings. Throws what that does. Thread-safe.
NUMAPACK_API ProcessFacts process_facts();

}  // namespace detail

}  // namespace numapack
