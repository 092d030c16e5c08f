// SPDX-License-Identifier: BSD-3-Clause
#include "qr/qr_schedule.hpp"

#include "team/run_tasks.hpp"

namespace numapack {

namespace {

/// Names the matrices of QrMatrices, in their order.
void add_matrices(const QrPlan& plan, Recorder& recorder) {
  std::vector<Index> pieces{0}, buffers;
  std::vector<int> owners;
  for (Index j = 0; j < static_cast<Index>(plan.blocks.size()); ++j)
    for (Index piece = 0; piece < plan.pieces(j); ++piece) {
      const Range columns = plan.columns_of_piece(j, piece);
      if (columns.size() == 0) continue;
      pieces.push_back(columns.end);
      owners.push_back(plan.task_of(j).team);
    }
  for (Index i = 0; i <= plan.buffers; ++i) buffers.push_back(i * plan.nb);
  const Index m = plan.shape.m;
  recorder.matrix({{0, m}, pieces}, owners);
  recorder.matrix_in_their_order({{0, m}, pieces}, owners);
  for (const PanelTask& task : plan.tasks) {
    recorder.matrix({{0, m + plan.nb}, buffers}, {task.team});
    recorder.matrix({{0, m}, buffers}, {task.team});
  }
}

}  // namespace

Schedule make_qr_schedule(const QrPlan& plan, std::size_t teams) {
  Recorder recorder(by_team(plan.tasks, &PanelTask::threads, teams));
  add_matrices(plan, recorder);
  const auto emit = [&](QrStep kernel, Recorder::Regions writes, Recorder::Regions reads, Index panel,
                        Index block) {
    Recorder::Rest rest{.detail = {static_cast<std::int32_t>(panel), static_cast<std::int32_t>(block)}};
    if (kernel == QrStep::factor) rest.width = plan.task_of(panel).gang;
    if (kernel == QrStep::pack) rest.width = plan.tasks[QrMatrices::task_of(writes.begin()->matrix)].threads;
    rest.overwrites = kernel == QrStep::copy_in || kernel == QrStep::copy_out || kernel == QrStep::pack;
    recorder.step(static_cast<int>(kernel), writes, reads, rest);
  };
  QrSteps(plan, emit).all();
  return recorder.finish();
}

}  // namespace numapack
