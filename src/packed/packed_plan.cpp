// SPDX-License-Identifier: BSD-3-Clause
#include "packed/packed_plan.hpp"

#include <algorithm>

#include "level3/plan/allowed_workers.hpp"
#include "level3/tasks/task.hpp"

namespace numapack {

namespace {

/// An operand of fewer bytes lies on one node: another one would fetch it in no time (PR-028).
constexpr std::size_t least_shared = std::size_t{1} << 20;
/// Of a block of the other operand, packed: it stays in a last level cache while all of a part passes
/// (PR-028).
constexpr Index most_others_block_bytes = Index{8} << 20;

}  // namespace

PackedPlan make_packed_plan(Type type, bool is_a, Index lines, Index depth, const KernelShape& kernel,
                            const Blocking& tuned, const Machine& machine,
                            const std::vector<TeamLayout>& layout) {
  const std::vector<NodeTeam> workers = allowed_workers(machine, layout, {});
  PackedPlan plan;
  plan.type = type;
  plan.is_a = is_a;
  plan.lines = lines, plan.depth = depth;
  plan.kernel = kernel;
  const Blocking blocking =
      choose_blocking(kernel, caches_of_core(machine, workers.front().core), depth, tuned);
  plan.kc = std::max<Index>(1, blocking.kc);
  plan.mc = std::max<Index>(kernel.mr, blocking.mc);
  const std::size_t bytes = static_cast<std::size_t>(lines * depth) * bytes_of(type);
  const Index threads = threads_of(workers);
  Index passed = 0;
  const Index units = divide_up(lines, plan.unit());
  Index begin = 0;
  for (const NodeTeam& worker : workers) {
    passed += worker.threads;
    const bool shared = bytes >= least_shared;
    const Index end =
        shared ? std::min(lines, divide(units * passed + threads / 2, threads) * plan.unit()) : lines;
    const Range mine{begin, worker.team == workers.back().team ? lines : end};
    begin = std::max(begin, mine.end);
    if (mine.size() <= 0) continue;
    plan.parts.push_back(
        {worker.node, worker.memory_node, mine,
         static_cast<std::size_t>(round_up(mine.size(), plan.unit()) * depth) * bytes_of(type)});
  }
  return plan;
}

PackedCall choose_others_blocks(const PackedPlan& plan, Index others) {
  const Index line_bytes = std::max<Index>(1, plan.depth) * static_cast<Index>(bytes_of(plan.type));
  const Index unit = plan.other_unit(),
              most = std::max(unit, divide(most_others_block_bytes / line_bytes, unit) * unit);
  const Index count = divide_up(others, most);
  return {others, round_up(divide_up(others, count), unit)};
}

}  // namespace numapack
