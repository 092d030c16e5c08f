// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "memory/buffer.hpp"
#include "probe/clock/core_clock.hpp"
#include "probe/loops/stream_loops.hpp"
#include "probe/running/probe.hpp"

namespace numapack::probe {

struct StreamOptions {
  std::size_t elements = 0;        ///< of one array; 0: by STREAM's rule, for the caches of each row's cores
  std::vector<int> threads;        ///< counts; empty: one, a node's cores, all cores
  std::vector<bool> pinned{true};  ///< false: the scheduler chooses, within the row's nodes
  std::vector<std::string> placements;  ///< of placement_names(); empty: all
  std::vector<std::string> kernels;     ///< by name; empty: all
  bool ordinary = true, streaming = true;
  bool huge_pages = false;
  int repetitions = 10;  ///< of each kernel; as in STREAM the first does not count
  std::function<bool()> interrupted = [] { return false; };
};

/// "default" (the policy that the process has; threads touch their parts first), "local" (the kernel's local
/// policy), "membind" (threads on one node, memory on one node: all pairs), "interleave" (over all nodes,
/// threads anywhere, and threads on one node).
const std::vector<std::string>& placement_names();

/// The bandwidth of the memory after J. McCalpin's STREAM: its loops, its bytes, its repetition rule, and the
/// best of the repetitions as its result (all are kept). One cell is a row of a table: a placement, a number
/// of threads, pinned or not; one array of every row is spread over the threads in equal parts, which they
/// also initialise.
class Stream : public Probe {
 public:
  Stream(const Machine& machine, StreamOptions options) : machine_(machine), options_(std::move(options)) {}
  const char* name() const override { return "stream"; }
  std::vector<Cell> cells(const Machine& machine) const override;
  Outcome measure(const Cell& cell) override;

 private:
  std::vector<const StreamKernel*> kernels() const;
  const Machine& machine_;
  StreamOptions options_;
  CoreClocks clocks_;
};

/// Elements of one array by STREAM's rule: four times the last-level caches of these cores together, at least
/// 2^20; a multiple of 64. Pure.
std::size_t stream_elements(const Machine& machine, const std::vector<int>& cores);

/// The cores that so many threads of a row sit on: those of the node, or of all nodes in turn. Empty: there
/// are not so many. Pure.
std::vector<int> stream_cores(const Machine& machine, int cpus_of, int threads);

/// [begin, end) of a thread's part, in multiples of 64 elements. Pure.
std::pair<std::size_t, std::size_t> stream_part(std::size_t elements, int thread, int threads);

/// "cpubind=0 membind=1", as for numactl; nodes by kernel number. Pure.
std::string placement_text(const Cell& cell, const Machine& machine);

}  // namespace numapack::probe
