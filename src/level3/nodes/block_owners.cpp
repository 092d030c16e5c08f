// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/block_owners.hpp"

#include <numeric>

namespace numapack {

namespace {

/// The task on whose node most of a block is, or -1.
int home_of(const OwnedBlock& block, const std::vector<TeamShare>& tasks) {
  const double all = std::accumulate(block.elements.begin(), block.elements.end(), 0.0);
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (block.elements[static_cast<std::size_t>(tasks[i].memory_node)] > 0.5 * all)
      return static_cast<int>(i);
  return -1;
}

bool is_balanced(const std::vector<OwnedBlock>& blocks, const std::vector<TeamShare>& tasks,
                 const std::vector<int>& owner, const MostOverShare& most) {
  std::vector<double> work(tasks.size(), 0.0);
  for (std::size_t j = 0; j < blocks.size(); ++j) work[static_cast<std::size_t>(owner[j])] += blocks[j].work;
  const double all = std::accumulate(work.begin(), work.end(), 0.0);
  const double threads = threads_of(tasks);
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (work[i] > most.factor * all * tasks[i].threads / threads + most.slack) return false;
  return true;
}

}  // namespace

BlocksByHome blocks_by_home(const std::vector<OwnedBlock>& blocks, const std::vector<TeamShare>& tasks,
                            const MostOverShare& most, const std::function<int(std::size_t)>& otherwise) {
  BlocksByHome by_home;
  for (std::size_t j = 0; j < blocks.size(); ++j) {
    const int home = home_of(blocks[j], tasks);
    by_home.decided += home >= 0;
    by_home.owner.push_back(home >= 0 ? home : otherwise(j));
  }
  by_home.balanced = is_balanced(blocks, tasks, by_home.owner, most);
  return by_home;
}

int block_by_threads(std::size_t block, std::size_t blocks, const std::vector<TeamShare>& tasks) {
  const double middle = (double(block) + 0.5) / double(blocks), threads = threads_of(tasks);
  double passed = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    passed += tasks[i].threads;
    if (middle < passed / threads) return static_cast<int>(i);
  }
  return static_cast<int>(tasks.size()) - 1;
}

std::vector<int> blocks_by_work(const std::vector<double>& work, const std::vector<TeamShare>& tasks) {
  std::vector<int> owner(work.size(), 0);
  std::vector<double> of_task(tasks.size(), 0);
  for (std::size_t j = work.size(); j-- > 0;) {
    const auto after = [&](std::size_t task) {
      return (of_task[task] + work[j]) / double(tasks[task].threads);
    };
    std::size_t least = 0;
    for (std::size_t task = 1; task < tasks.size(); ++task)
      if (after(task) < after(least)) least = task;
    of_task[least] += work[j];
    owner[j] = static_cast<int>(least);
  }
  return owner;
}

}  // namespace numapack
