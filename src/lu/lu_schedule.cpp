// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_schedule.hpp"

#include "schedule/recorder.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

namespace {

bool overwrites(LuStep step) {
  return step == LuStep::copy_in || step == LuStep::fetch || step == LuStep::write_back ||
         step == LuStep::copy_out || step == LuStep::laswp_left;
}

/// Names the matrices of LuMatrices, in their order.
void add_matrices(const LuPlan& plan, Recorder& recorder) {
  const Index m = plan.shape.m;
  std::vector<Index> blocks{0}, buffers;
  std::vector<int> of_blocks;
  for (std::size_t j = 0; j < plan.blocks.size(); ++j) {
    const int team = plan.tasks[static_cast<std::size_t>(plan.owner[j])].team;
    blocks.push_back(plan.blocks[j].end);
    of_blocks.push_back(team);
  }
  for (Index i = 0; i <= LuWorkspace::panel_buffers; ++i) buffers.push_back(i * plan.nb);
  const std::vector<Index> strips = Tiling::regular(m, 1, strip_rows(plan), 1).rows, whole{0, m};
  const auto down = [](const std::vector<int>& owners, const std::vector<Index>& rows) {
    std::vector<int> of_tiles;
    for (const int owner : owners) of_tiles.insert(of_tiles.end(), rows.size() - 1, owner);
    return of_tiles;
  };
  const std::vector<Index>& a_rows = plan.strip > 0 || plan.redeployed ? strips : whole;
  recorder.matrix({a_rows, blocks}, down(of_blocks, a_rows));
  recorder.matrix({strips, blocks}, down(of_blocks, strips));
  recorder.matrix_in_their_order({{0, m}, blocks}, of_blocks);
  recorder.matrix({{0, 1}, blocks}, of_blocks);
  const std::vector<Index>& panel_rows = panels_come_whole(plan) ? whole : strips;
  for (const PanelTask& task : plan.tasks) recorder.matrix({panel_rows, buffers}, {task.team});
}

}  // namespace

Index strip_rows(const LuPlan& plan) {
  if (plan.strip > 0) return plan.strip;
  int most = 1;
  for (const PanelTask& task : plan.tasks) most = std::max(most, task.threads);
  return std::max<Index>(1, divide_up(divide_up(plan.shape.m, Index{4} * most), plan.kernel.mr)) *
         plan.kernel.mr;
}

Index columns_of_piece(const LuPlan& plan) { return plan.strip > 0 ? 16 : plan.nb; }

Schedule make_lu_schedule(const LuPlan& plan, std::size_t teams) {
  Recorder recorder(by_team(plan.tasks, &PanelTask::threads, teams));
  add_matrices(plan, recorder);
  const auto emit = [&](LuStep kernel, Recorder::Regions writes, Recorder::Regions reads, Index panel,
                        Index block) {
    Recorder::Rest rest{.detail = {static_cast<std::int32_t>(panel), static_cast<std::int32_t>(block)}};
    const bool is_next = block == panel + 1 && block < plan.panels;
    if (kernel == LuStep::factor || (kernel == LuStep::solve_top && is_next))
      rest.width = plan.task_of(block).gang;
    rest.overwrites = overwrites(kernel);
    recorder.step(static_cast<int>(kernel), writes, reads, rest);
  };
  LuSteps(plan, emit).all();
  return recorder.finish();
}

}  // namespace numapack
