// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "base/split.hpp"
#include "level3/call/split_k.hpp"
#include "level3/trace/panels_trace.hpp"
#include "level3/trace/task_trace.hpp"

namespace numapack::testing {

/// Compares what one task did with what its plan says.
class Comparison : public PanelsTrace {
 public:
  using PanelsTrace::PanelsTrace;

  /// "" or what is different.
  std::string difference() {
    for (const auto& [what, records] : records_)
      for (const TraceRecord& record : records)
        if (record.thread < 0 || record.thread >= task_.threads) return "no such thread: " + told(record);
    if (const std::string lease = lease_differs(); !lease.empty()) return lease;
    std::string found;
    if (task_.order.pieces > 1)
      found = pieces_differ();
    else if (const InPlaceAlgorithm* const algorithm = task_.in_place())
      found = in_place_differs(*algorithm);
    else if (const Skinny* const skinny = task_.skinny())
      found = skinny_differs(*skinny);
    else
      found = panels_differ(*task_.panels());
    if (!found.empty()) return found;
    for (const auto& [what, records] : records_)
      if (!records.empty()) return "not in the plan: " + told(records.front());
    return "";
  }

 private:
  std::string lease_differs() {
    std::size_t leased = 0;
    for (const TraceRecord& record : take(What::lease)) leased += record.bytes;
    return leased == task_.workspace_bytes ? "" : "leased " + std::to_string(leased) + " bytes";
  }

  std::string in_place_differs(const InPlaceAlgorithm& algorithm) {
    std::vector<TraceRecord> meant;
    for (int thread = 0; thread < task_.threads; ++thread) {
      const Range rows = rows_of(thread, plan_.kernel.mr), columns = columns_of(thread);
      if (rows.size() == 0) continue;
      for (Index j = columns.begin; j < columns.end; j += algorithm.columns)
        for (Index p = 0; p < k(); p += task_.order.kc)
          meant.push_back({What::in_place,
                           task_.node,
                           thread,
                           rows,
                           {j, std::min(columns.end, j + algorithm.columns)},
                           {p, std::min(k(), p + task_.order.kc)},
                           0});
    }
    return same(take(What::in_place), meant);
  }

  std::string skinny_differs(const Skinny& algorithm) {
    const std::vector<TraceRecord> done = take(What::skinny);
    std::vector<TraceRecord> meant;
    for (int thread = 0; thread < task_.threads; ++thread) {
      const Range rows = rows_of(thread, line_of(plan_.call.type)), columns = columns_of(thread);
      if (rows.size() == 0 || columns.size() == 0) continue;
      const bool kc_blocks = algorithm.form == SkinnyForm::in_kc_blocks;
      const Index height = kc_blocks ? algorithm.tall.height : rows.size(),
                  depth = kc_blocks ? task_.order.kc : k();
      // Blocks that see all of K at once start again with each block.
      const Index together = kc_blocks ? algorithm.tall.together : rows.size();
      for (Index high = rows.begin; high < rows.end; high += together)
        for (Index i = high; i < std::min(rows.end, high + together); i += height)
          for (Index p = 0; p < k(); p += depth)
            meant.push_back({What::skinny,
                             task_.node,
                             thread,
                             {i, std::min({rows.end, high + together, i + height})},
                             columns,
                             {p, std::min(k(), p + depth)},
                             0});
    }
    return same(done, meant);
  }

  /// Each part of K by one thread, its kc blocks in order, and each column of C added up once.
  std::string pieces_differ() {
    const What kind = task_.in_place() != nullptr ? What::in_place
                      : task_.skinny() != nullptr ? What::skinny
                                                  : What::panels;
    const Index depth = task_.skinny() != nullptr ? k() : task_.order.kc;
    const Index width = task_.in_place() != nullptr ? task_.in_place()->columns : task_.columns.size();
    std::map<Index, int> thread_of;  // by where a piece begins
    std::vector<TraceRecord> done = take(kind), meant, packed_a, packed_b;
    const auto piece_at = [&](Index step) {
      Index piece = 0;
      while (split_k_part(k(), task_.order.cut, task_.order.pieces, piece).end <= step) ++piece;
      return piece;
    };
    for (const TraceRecord& record : done) {
      const auto [known, is_new] = thread_of.emplace(piece_at(record.steps.begin), record.thread);
      if (known->second != record.thread) return "two threads in a piece: " + told(record);
    }
    for (Index number = 0; number < task_.order.pieces; ++number) {
      const Range piece = split_k_part(k(), task_.order.cut, task_.order.pieces, number);
      const int thread = thread_of.count(number) > 0 ? thread_of[number] : -1;
      for (Index p = piece.begin; p < piece.end; p += depth) {
        const Range kc_block{p, std::min(piece.end, p + depth)};
        packed_a.push_back({What::pack_a, task_.node, thread, task_.rows, {}, kc_block, 0});
        packed_b.push_back({What::pack_b, task_.node, thread, {}, task_.columns, kc_block, 0});
        for (Index j = task_.columns.begin; j < task_.columns.end; j += width)
          meant.push_back({kind,
                           task_.node,
                           thread,
                           task_.rows,
                           {j, std::min(task_.columns.end, j + width)},
                           kc_block,
                           0});
      }
    }
    if (const std::string found = same(done, meant); !found.empty()) return found;
    if (kind == What::panels) {
      if (const std::string found = same(take(What::pack_a), packed_a); !found.empty()) return found;
      if (const std::string found = same(take(What::pack_b), packed_b); !found.empty()) return found;
    }
    meant.clear();
    for (int thread = 0; thread < task_.threads; ++thread)
      if (const Range columns = split(task_.columns, task_.threads, 1, thread); columns.size() > 0)
        meant.push_back({What::add_up, task_.node, thread, task_.rows, columns, {0, k()}, 0});
    return same(take(What::add_up), meant);
  }
};

/// "" or what is different between a plan and a trace of its execution.
inline std::string difference(const Plan& plan, const std::vector<TraceRecord>& trace) {
  std::map<int, Records> by_node;
  for (const TraceRecord& record : trace) by_node[record.node][record.what].push_back(record);
  for (const NodeTask& task : plan.tasks) {
    const std::string found = Comparison(plan, task, std::exchange(by_node[task.node], {})).difference();
    if (!found.empty()) return "node " + std::to_string(task.node) + ": " + found;
  }
  for (const auto& [node, records] : by_node)
    for (const auto& [what, some] : records)
      if (!some.empty()) return "a node that has no task: " + std::to_string(node);
  return "";
}

}  // namespace numapack::testing
