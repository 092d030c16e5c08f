// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "support/planning.hpp"

namespace numapack::testing {

inline const KernelShape d8x6{"test-d8x6", InstructionSet::portable, Type::d, 8, 6};
inline const KernelShape d24x8{"test-d24x8", InstructionSet::portable, Type::d, 24, 8};

/// Threads that share C's rows, a kc of K at a time.
inline NodeTask task_in_rows(int threads, Index m, Index n, Index jc_block) {
  NodeTask task;
  task.algorithm = Panels{};
  task.threads = threads;
  task.thread_grid = {threads, 1};
  task.rows = {0, m};
  task.columns = {0, n};
  panels_of(task).blocking = {96, 256, jc_block};
  panels_of(task).kc_block = 256;
  panels_of(task).jc_block = jc_block;
  return task;
}

}  // namespace numapack::testing
