// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "base/integer.hpp"
#include "level3/trace/cover.hpp"
#include "level3/trace/task_trace.hpp"

namespace numapack::testing {

/// Whether a task packed and multiplied as its plan says.
class PanelsTrace : public TaskTrace {
 public:
  using TaskTrace::TaskTrace;

 protected:
  std::string panels_differ(const Panels& algorithm) {
    const std::vector<TraceRecord> multiplied = take(What::panels), a = take(What::pack_a),
                                   ahead = take(What::pack_a_ahead), b = take(What::pack_b);
    if (const std::string found = products_differ(algorithm, multiplied); !found.empty()) return found;
    if (const std::string found = buffers_differ(algorithm, multiplied); !found.empty()) return found;
    if (const std::string found = b_differs(algorithm, b); !found.empty()) return found;
    return a_differs(algorithm, a, ahead);
  }

 private:
  /// In each kc block each element of C once, in the plan's blocks, by a thread that may.
  std::string products_differ(const Panels& algorithm, const std::vector<TraceRecord>& multiplied) {
    std::map<Index, Cover> kc_blocks;
    for (const TraceRecord& record : multiplied) {
      if (record.steps.begin % algorithm.kc_block != 0 ||
          record.steps.end != std::min(k(), record.steps.begin + algorithm.kc_block))
        return "not a kc block: " + told(record);
      if (record.rows.size() > block_rows(algorithm)) return "too high a block: " + told(record);
      kc_blocks.try_emplace(record.steps.begin, task_.rows, task_.columns)
          .first->second.add(record.rows, record.columns);
    }
    if (Index(kc_blocks.size()) != divide_up(k(), algorithm.kc_block)) return "not all kc blocks";
    for (const auto& [step, cover] : kc_blocks)
      if (cover.times() != std::pair(1, 1)) return "C not once in the kc block from " + std::to_string(step);
    return "";
  }
  /// Where blocks end with pages they may take up what is less than a tile.
  Index block_rows(const Panels& algorithm) const {
    return round_up(algorithm.blocking.mc, Index{plan_.kernel.mr}) +
           (algorithm.pages.rows > 0 ? plan_.kernel.mr : 0);
  }

  /// Every block of C that a buffer finishes is written to C once per kc block, and is read first if it must
  /// be.
  std::string buffers_differ(const Panels& algorithm, const std::vector<TraceRecord>& multiplied) {
    if (!algorithm.buffered_c) return "";
    std::vector<TraceRecord> read, written;
    for (TraceRecord record : multiplied) {
      record.what = What::write_c;
      written.push_back(record);
      record.what = What::buffer_c;
      if (record.steps.begin > 0 || plan_.call.reads_c) read.push_back(record);
    }
    if (const std::string found = same(take(What::write_c), written); !found.empty()) return found;
    return same(take(What::buffer_c), read);
  }

  /// B once, by the whole team.
  std::string b_differs(const Panels& algorithm, const std::vector<TraceRecord>& b) {
    Cover cover({0, k()}, task_.columns);
    for (const TraceRecord& record : b) {
      if (record.columns.size() > algorithm.jc_block) return "B: more than a chunk: " + told(record);
      cover.add(record.steps, record.columns);
    }
    return cover.times() == std::pair(1, 1) ? "" : "B not packed once";
  }

  /// A once a jc block, by each column of the thread grid or by all together; less often where a thread finds
  /// the block that it had.
  std::string a_differs(const Panels& algorithm, const std::vector<TraceRecord>& a,
                        const std::vector<TraceRecord>& ahead) {
    if (!algorithm.packs_ahead && !ahead.empty()) return "packed ahead: " + told(ahead.front());
    if (algorithm.packs_ahead && blocks_on_their_own(a) > most_on_their_own(algorithm))
      return "blocks of A that were not packed ahead: " + std::to_string(blocks_on_their_own(a));
    Cover cover(task_.rows, {0, k()});
    for (const auto* const records : {&a, &ahead})
      for (const TraceRecord& record : *records) cover.add(record.rows, record.steps);
    const auto [least, most] = cover.times();
    const int columns = algorithm.shares_a ? 1 : task_.thread_grid.columns;
    const int jc_blocks = int(divide_up(task_.columns.size(), algorithm.jc_block));
    const bool kept = task_.passes.a == 1 && jc_blocks > 1;  // each thread has one block of all its steps
    if (kept || jc_blocks == 1) {
      if (least != columns || most != columns)
        return "A packed " + std::to_string(least) + " to " + std::to_string(most) + " times, not " +
               std::to_string(columns);
    } else if (least < columns || most > columns * jc_blocks) {
      return "A packed " + std::to_string(least) + " to " + std::to_string(most) + " times";
    }
    if (algorithm.shares_a) {
      for (const TraceRecord& record : a)
        if (record.rows.size() > divide_up(divide_up(block_rows(algorithm), Index{plan_.kernel.mr}),
                                           Index{task_.thread_grid.columns}) *
                                     plan_.kernel.mr)
          return "A not shared: " + told(record);
    }
    return "";
  }

  /// Of a thread's blocks in a kc block, the first is packed before anything is multiplied, and the second
  /// while B is packed.
  Index most_on_their_own(const Panels& algorithm) const {
    return 2 * task_.threads * divide_up(k(), algorithm.kc_block) *
           divide_up(task_.columns.size(), algorithm.jc_block);
  }
  /// Not those few rows that are less than a tile, which are packed behind what was packed ahead.
  Index blocks_on_their_own(const std::vector<TraceRecord>& a) const {
    return std::count_if(a.begin(), a.end(),
                         [&](const TraceRecord& record) { return record.rows.size() >= plan_.kernel.mr; });
  }
};

}  // namespace numapack::testing
