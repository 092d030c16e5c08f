// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky_schedule.hpp"

#include "schedule/recorder.hpp"
#include "team/run_tasks.hpp"

namespace numapack {

namespace {

/// Names the matrices of CholeskyMatrices, in their order.
void add_matrices(const CholeskyPlan& plan, Recorder& recorder) {
  const Index n = plan.call.n, tiles = plan.tiles();
  const Tiling of_a = Tiling::regular(n, n, plan.strip, plan.nb);
  std::vector<int> owners;
  for (Index j = 0; j < tiles; ++j)
    for (Index strip = 0; strip < n; strip += plan.strip) {
      const Index i = strip / plan.nb;
      const int owner = plan.owner_of(std::max(i, j), std::min(i, j));
      owners.push_back(plan.tasks[static_cast<std::size_t>(owner)].team);
    }
  recorder.matrix(of_a, owners);
  recorder.matrix_in_their_order(of_a, owners);
  const Tiling packed = Tiling::regular(n, CholeskyWorkspace::buffers, plan.strip, 1);
  for (const PanelTask& task : plan.tasks) {
    recorder.matrix(packed, {task.team});
    recorder.matrix(packed, {task.team});
    recorder.matrix(Tiling::regular(1, CholeskyWorkspace::buffers, 1, 1), {task.team});
  }
}

}  // namespace

Schedule make_cholesky_schedule(const CholeskyPlan& plan, std::size_t teams) {
  Recorder recorder(by_team(plan.tasks, &PanelTask::threads, teams));
  add_matrices(plan, recorder);
  const auto emit = [&](CholeskyStep kernel, Recorder::Regions writes, Recorder::Regions reads, Index column,
                        Index written) {
    Recorder::Rest rest{.detail = {static_cast<std::int32_t>(column), static_cast<std::int32_t>(written)}};
    rest.overwrites = kernel == CholeskyStep::copy_in || kernel == CholeskyStep::copy_out ||
                      kernel == CholeskyStep::pack_triangle || kernel == CholeskyStep::pack;
    recorder.step(static_cast<int>(kernel), writes, reads, rest);
  };
  CholeskySteps(plan, emit).all();
  return recorder.finish();
}

}  // namespace numapack
