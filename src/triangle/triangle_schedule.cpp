// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/triangle_schedule.hpp"

#include <algorithm>

#include "team/run_tasks.hpp"

namespace numapack {

namespace {

/// What is read of a square on the diagonal.
float half_of(Range square) { return float(square.size() + 1) / float(2 * square.size()); }

}  // namespace

Region TriangleGenerator::rhs_of_b(Range rhs, Range places, float share) const {
  return plan_.call.left() ? Region{TriangleMatrices::b, places, rhs, share}
                           : Region{TriangleMatrices::b, rhs, places, share};
}

void TriangleGenerator::pack(int task, Index turn) const {
  const Range now = plan_.steps.at(turn), rest = plan_.steps.rest(now);
  const Index slot = turn % plan_.buffers();
  // op(A) between now and rest, where A has it.
  const bool below = (plan_.call.triangle == Triangle::lower) == (rest.begin >= now.end);
  const bool down = below != plan_.call.transposed;
  const Region beyond =
      down ? Region{TriangleMatrices::a, rest, now} : Region{TriangleMatrices::a, now, rest};
  emit_(TriangleStep::pack, task, {{TriangleMatrices::packed(task), {slot, slot + 1}, {0, 1}}},
        {{TriangleMatrices::a, now, now, half_of(now)}, beyond}, turn, -1,
        plan_.tasks[static_cast<std::size_t>(task)].threads);
}

void TriangleGenerator::meet(int task, Index turn, Index number) const {
  const RhsBlock& block =
      plan_.tasks[static_cast<std::size_t>(task)].blocks[static_cast<std::size_t>(number)];
  const Index slot = turn % plan_.buffers();
  const Range all{0, plan_.call.order()};
  const Region step{TriangleMatrices::packed(task), {slot, slot + 1}, {0, 1}},
      copy{TriangleMatrices::copies(task), {number, number + 1}, {0, 1}};
  if (!block.buffered) {
    // Each element is finished once; the caches keep the rest of a block from step to step.
    emit_(TriangleStep::meet, task, {rhs_of_b(block.rhs, plan_.steps.at(turn))}, {step}, turn, number, 1);
    return;
  }
  const Region b = rhs_of_b(block.rhs, all);
  const bool first = turn == 0, last = turn + 1 == plan_.steps.count();
  emit_(TriangleStep::meet, task, {copy, last ? b : Region{}}, {step, first ? b : Region{}}, turn, number, 1);
}

void TriangleGenerator::meet_all(int task, Index number) const {
  const RhsBlock& block =
      plan_.tasks[static_cast<std::size_t>(task)].blocks[static_cast<std::size_t>(number)];
  const Region b = rhs_of_b(block.rhs, {0, plan_.call.order()}),
               packed{TriangleMatrices::packed(task), {0, plan_.steps.count()}, {0, 1}};
  emit_(TriangleStep::meet_all, task, {b}, {packed}, -1, number, 1);
}

void TriangleGenerator::all() const {
  const auto tasks = static_cast<int>(plan_.tasks.size());
  const auto blocks_of = [&](int task) {
    return static_cast<Index>(plan_.tasks[static_cast<std::size_t>(task)].blocks.size());
  };
  for (Index turn = 0; turn < plan_.steps.count(); ++turn)
    for (int task = 0; task < tasks; ++task) {
      pack(task, turn);
      for (Index block = 0; !plan_.resident && block < blocks_of(task); ++block) meet(task, turn, block);
    }
  for (int task = 0; plan_.resident && task < tasks; ++task)
    for (Index block = 0; block < blocks_of(task); ++block) meet_all(task, block);
}

Schedule make_triangle_schedule(const TrianglePlan& plan, std::size_t teams) {
  Recorder recorder(by_team(plan.tasks, &TriangleTask::threads, teams));
  const auto [m, n] = std::pair(plan.call.m, plan.call.n);
  const Index order = plan.call.order();
  // What A is at the beginning it is at the end.
  recorder.matrix_in_their_order(Tiling::regular(order, order, order, order), {0});
  std::vector<Index> cuts{0};
  std::vector<std::pair<Index, int>> ends;
  for (const TriangleTask& task : plan.tasks)
    for (const RhsBlock& block : task.blocks) ends.emplace_back(block.rhs.end, task.team);
  std::ranges::sort(ends);
  std::vector<int> owners;
  for (const auto& [end, team] : ends) cuts.push_back(end), owners.push_back(team);
  recorder.matrix(plan.call.left() ? Tiling{{0, m}, cuts} : Tiling{cuts, {0, n}}, std::move(owners));
  for (const TriangleTask& task : plan.tasks) {
    recorder.matrix(Tiling::regular(plan.buffers(), 1, 1, 1), {task.team});
    recorder.matrix(Tiling::regular(static_cast<Index>(task.blocks.size()), 1, 1, 1), {task.team});
  }
  TriangleGenerator(plan, [&](TriangleStep what, int, TriangleGenerator::Regions writes,
                              TriangleGenerator::Regions reads, Index turn, Index block, int parts) {
    Recorder::Rest rest;
    rest.detail[0] = static_cast<std::int32_t>(turn), rest.detail[1] = static_cast<std::int32_t>(block);
    rest.width = parts;
    // What a copied block goes back to is not read.
    rest.overwrites = what == TriangleStep::meet && writes.begin()->matrix != TriangleMatrices::b;
    recorder.step(static_cast<int>(what), writes, reads, rest);
  }).all();
  return recorder.finish();
}

}  // namespace numapack
