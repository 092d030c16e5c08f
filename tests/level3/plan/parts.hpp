// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/planning.hpp"

namespace numapack::testing {

inline const KernelShape d8x6{"test-d8x6", InstructionSet::portable, Type::d, 8, 6};
inline const KernelShape d24x8{"test-d24x8", InstructionSet::portable, Type::d, 24, 8};

/// Threads that share C's rows, a kc of K at a time.
inline NodeTask task_in_rows(int threads, Index m, Index n, Index column_chunk) {
  NodeTask task;
  task.way = Panels{};
  task.threads = threads;
  task.thread_grid = {threads, 1};
  task.rows = {0, m};
  task.columns = {0, n};
  panels_of(task).blocking = {96, 256, column_chunk};
  panels_of(task).kc_block = 256;
  panels_of(task).column_chunk = column_chunk;
  return task;
}

}  // namespace numapack::testing
