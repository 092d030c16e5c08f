// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memory/pages/census.hpp"
#include "numapack/memory.hpp"
#include "probe/clock/steady.hpp"
#include "probe/loops/chase.hpp"
#include "probe/watch/disturbance.hpp"
#include "profile/reduction_tree.hpp"

namespace numapack::probe {

/// Pages to ask for: of the base size, transparent huge ones, or 1 GiB from the administrator's pool.
enum class PageKind { small, huge, giant };

/// "small", "huge", "1G".
const char* name(PageKind kind);

/// One thing to measure, in full. Cores and nodes are indices into the Machine; -1: of no meaning here.
struct Cell {
  std::string probe;                      ///< "latency", "coherence", "stream", "barrier"
  std::string variant;                    ///< which part: "matrix", "sweep", "triad" …
  int reader = -1;                        ///< core that measures
  int owner = -1;                         ///< previous owner of the data
  int helper = -1;                        ///< core that made the data shared
  int home = -1;                          ///< node whose memory holds the data
  std::size_t bytes = 0;                  ///< stretch of memory that is walked
  std::size_t step_bytes = 0;             ///< distance of neighbouring elements in it
  std::size_t offset_bytes = 0;           ///< of the first element
  PageKind pages = PageKind::small;       ///< asked for; what came is in the outcome
  bool beside = false;                    ///< the same as another cell in other pages, to compare
  ChaseOrder order = ChaseOrder::random;  ///< of a chain of loads
  std::string state;                      ///< "M", "E", "S", "O", "F": intended
  std::string level;      ///< "L1", "L2", "L3", "memory": intended; "": wherever the size puts it
  std::string placement;  ///< "default", "local", "membind", "interleave"
  int cpus_of = -1;       ///< node whose cores the threads use; -1: all
  int threads = 1;
  bool pinned = true;
  int load = 0;             ///< ns that a thread which makes load gives each block; -1: no load
  ReductionTree reduction;  ///< by which threads add; empty: they do not
  double predicted_ns = 0;  ///< by a model, before measuring; 0: by none
  double seconds = 0;       ///< what one visit is expected to take
  double agree_within = 0;  ///< visits whose medians lie further apart do not agree; 0: they may
  int least_visits = 1;     ///< clean ones that a figure takes
};

/// How far visits may lie apart of what plans are made with and memory or other cores take part in.
constexpr double memory_agrees_within = 0.5;

/// Numbers of one quantity, as measured, in the order of measuring.
struct Series {
  std::string quantity;  ///< "latency", "read bandwidth", "copy", "copy, streaming" …
  std::string unit;      ///< "ns", "GB/s"
  std::vector<double> samples;
  std::vector<double> visits{};  ///< the median of each visit's; of one visit's own series: none
};

/// What one visit to a cell gave.
struct Outcome {
  std::vector<Series> series;
  std::vector<std::string> remarks;  ///< what a reader of the numbers must know
  std::optional<Census> pages;       ///< where the data lay, asked of the kernel after it was touched
  std::vector<NumaCounters::Node>
      numastat;                     ///< what the kernel's counters grew by, a node each; empty: not looked at
  std::optional<VisitClock> clock;  ///< of the core that measured; nothing: not looked at
  Preemption preemption;            ///< from the threads that measured, by others
};

/// All visits to a cell.
struct CellResult {
  Cell cell;
  std::vector<Series> series;  ///< of all visits together
  std::vector<std::string> remarks;
  std::optional<Census> pages;
  std::vector<NumaCounters::Node> numastat;  ///< of the last visit
  std::string problem;                       ///< why there are no samples; empty if there are some
  int visits = 0;                            ///< that gave samples
  int disturbed = 0;               ///< of them, those whose samples were discarded, or kept as asked
  int kept = 0;                    ///< of those, the ones whose samples were kept
  std::vector<Disturbance> wrong;  ///< with those
  std::vector<VisitClock> clocks;  ///< a visit each, where the probe looks at the clock

  bool valid() const { return problem.empty(); }
  /// The series of this name, or null.
  const Series* find(const std::string& quantity) const;
  /// The median rate of the core's clock over all visits; nothing where no visit looked at it.
  std::optional<double> clock_ghz() const;
  /// Visits during which the clock moved, however often they were tried.
  int moved() const;
};

}  // namespace numapack::probe
