// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "team/run_tasks.hpp"

namespace numapack {

/// A block as its owner is chosen: its elements by home, and the arithmetic that it takes, in any unit.
struct OwnedBlock {
  std::vector<double> elements;
  double work = 0;
};

/// How much more than its threads' share of the work a task may have before pages stop deciding: work that
/// waits for one node costs more than reading the others' memory.
struct MostOverShare {
  double factor = 1;
  double slack = 0;  ///< and so much in any case: blocks are not divided
};

/// Blocks by the pages that they have.
struct BlocksByHome {
  std::vector<int> owner;   ///< of each block: a number of a task
  std::size_t decided = 0;  ///< blocks of which one task's node has most
  bool balanced = true;     ///< no task has too much
};

/// Each block to the task on whose node most of its elements are; one without a majority to what
/// `otherwise(number of the block)` says. Pure.
BlocksByHome blocks_by_home(const std::vector<OwnedBlock>& blocks, const std::vector<TeamShare>& tasks,
                            const MostOverShare& most, const std::function<int(std::size_t)>& otherwise);

/// The task whose threads' share of so many blocks holds this one's middle. Pure.
int block_by_threads(std::size_t block, std::size_t blocks, const std::vector<TeamShare>& tasks);

/// Blocks, of which the last has most to do, dealt from there on: each to the task that has least to do so
/// far for its threads. So what is left at any time is shared, too. `work`: of each block. Pure.
std::vector<int> blocks_by_work(const std::vector<double>& work, const std::vector<TeamShare>& tasks);

}  // namespace numapack
