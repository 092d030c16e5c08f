// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "base/range.hpp"

namespace numapack {

/// One thing that a thread did for a multiplication. Ranges are of the whole problem: rows and columns of C,
/// steps of K; empty where they do not apply.
struct TraceRecord {
  enum class What {
    lease,            ///< `bytes` of workspace, by the caller before anybody starts
    copy_triangle_a,  ///< columns of A, as it is stored, in the triangle of rows x rows: to a copy of this
                      ///< node
    copy_triangle_b,  ///< likewise of B
    pack_a,           ///< rows x steps of A into panels
    pack_a_ahead,     ///< likewise, by the tiles of the block before
    pack_a_near,      ///< those of pack_a's rows that come from columns of B that are packed
    pack_b,           ///< steps x columns of B into panels
    panels,           ///< packed panels into rows x columns of C, or of its buffer
    buffer_c,         ///< a buffer takes in the old rows x columns of C
    write_c,          ///< a finished buffer goes to C
    in_place,         ///< one call of the kernel's loop on operands in place
    skinny,           ///< a skinny product, or one of its blocks
    add_up            ///< parts of a split K into columns of C
  };
  What what = What::lease;
  int node = 0;    ///< of the task, an index into Machine::nodes
  int thread = 0;  ///< of the team
  Range rows{0, 0}, columns{0, 0}, steps{0, 0};
  std::size_t bytes = 0;
  bool operator==(const TraceRecord&) const = default;
};

/// What multiplications really did, for tests and for whoever wants to see that a plan is what runs.
/// Thread-safe.
class Trace {
 public:
  void add(const TraceRecord& record) {
    const std::lock_guard lock(mutex_);
    records_.push_back(record);
  }
  /// All since the last time.
  std::vector<TraceRecord> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(records_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<TraceRecord> records_;
};

/// Writes to a trace, if there is one.
struct Tracer {
  Trace* trace = nullptr;
  int node = 0;

  void note(TraceRecord::What what, Index thread, Range rows, Range columns, Range steps) const {
    if (trace != nullptr) trace->add({what, node, static_cast<int>(thread), rows, columns, steps, 0});
  }
  void note_lease(std::size_t bytes) const {
    if (trace != nullptr) trace->add({TraceRecord::What::lease, node, 0, {}, {}, {}, bytes});
  }
};

}  // namespace numapack
