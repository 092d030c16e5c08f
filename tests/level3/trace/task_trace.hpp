// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/split.hpp"
#include "level3/plan/plan.hpp"
#include "level3/run/trace.hpp"

namespace numapack::testing {

/// What a task did, by kind.
using Records = std::map<TraceRecord::What, std::vector<TraceRecord>>;

inline std::string told(const TraceRecord& r) {
  return "kind " + std::to_string(int(r.what)) + " thread " + std::to_string(r.thread) + " rows " +
         std::to_string(r.rows.begin) + "-" + std::to_string(r.rows.end) + " columns " +
         std::to_string(r.columns.begin) + "-" + std::to_string(r.columns.end) + " steps " +
         std::to_string(r.steps.begin) + "-" + std::to_string(r.steps.end);
}

/// What one task did and its plan, to be compared.
class TaskTrace {
 public:
  TaskTrace(const Plan& plan, const NodeTask& task, Records records)
      : plan_(plan), task_(task), records_(std::move(records)) {}

 protected:
  using What = TraceRecord::What;

  std::vector<TraceRecord> take(What what) { return std::exchange(records_[what], {}); }
  Index k() const { return plan_.call.k; }

  Range rows_of(int thread, Index unit) const {
    return split(task_.rows, task_.thread_grid.rows, unit, thread / task_.thread_grid.columns);
  }
  Range columns_of(int thread) const {
    return split(task_.columns, task_.thread_grid.columns, plan_.kernel.nr,
                 thread % task_.thread_grid.columns);
  }

  /// The same records in any order.
  static std::string same(std::vector<TraceRecord> done, std::vector<TraceRecord> meant) {
    const auto before = [](const TraceRecord& l, const TraceRecord& r) {
      return std::tuple(l.thread, l.rows.begin, l.columns.begin, l.steps.begin) <
             std::tuple(r.thread, r.rows.begin, r.columns.begin, r.steps.begin);
    };
    std::sort(done.begin(), done.end(), before);
    std::sort(meant.begin(), meant.end(), before);
    if (done == meant) return "";
    for (std::size_t i = 0; i < std::min(done.size(), meant.size()); ++i)
      if (!(done[i] == meant[i])) return "meant " + told(meant[i]) + ", done " + told(done[i]);
    return std::to_string(done.size()) + " instead of " + std::to_string(meant.size()) + " steps";
  }

  const Plan& plan_;
  const NodeTask& task_;
  Records records_;
};

}  // namespace numapack::testing
