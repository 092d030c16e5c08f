// SPDX-License-Identifier: BSD-3-Clause
#include "lu/lu_schedule.hpp"

#include "schedule/recorder.hpp"

namespace numapack {

Schedule make_lu_schedule(const LuPlan& plan, std::size_t teams) {
  std::vector<int> threads(teams, 0);
  for (const LuTask& task : plan.tasks) threads[static_cast<std::size_t>(task.team)] = task.threads;
  Recorder recorder(std::move(threads));

  const Index m = plan.shape.m;
  std::vector<Index> blocks{0};
  std::vector<int> owners;
  for (std::size_t j = 0; j < plan.blocks.size(); ++j) {
    blocks.push_back(plan.blocks[j].end);
    owners.push_back(plan.tasks[static_cast<std::size_t>(plan.owner[j])].team);
  }
  recorder.matrix({{0, m}, blocks}, owners);
  const std::vector<Index> strips = Tiling::regular(m, 1, strip_rows(plan), 1).rows;
  std::vector<int> of_strips;
  for (const int owner : owners) of_strips.insert(of_strips.end(), strips.size() - 1, owner);
  recorder.matrix({strips, blocks}, of_strips);
  // One node's panels are whole when they are read; another's come in strips.
  const bool alone = plan.tasks.size() == 1;
  std::vector<Index> buffers;
  for (Index i = 0; i <= LuWorkspace::panel_buffers; ++i) buffers.push_back(i * plan.nb);
  for (const LuTask& task : plan.tasks)
    recorder.matrix({alone ? std::vector<Index>{0, m} : strips, buffers}, {task.team});

  each_lu_step(
      plan, [&](LuStep kernel, Recorder::Regions writes, Recorder::Regions reads, Index panel, Index block) {
        recorder.step(static_cast<int>(kernel), writes, reads,
                      {.detail = {static_cast<std::int32_t>(panel), static_cast<std::int32_t>(block)}});
      });
  return recorder.finish();
}

}  // namespace numapack
