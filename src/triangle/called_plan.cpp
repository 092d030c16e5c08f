// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/called_plan.hpp"

#include <numeric>

#include "level3/nodes/cost_model.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "level3/plan/plan.hpp"

namespace numapack {

TrianglePlan make_called_plan(const TriangleCall& call, const KernelShape& kernel, const HomeMap& homes,
                              const Machine& machine, const Profile& profile,
                              const std::vector<TeamLayout>& layout, const Options& options) {
  const std::vector<NodeCrew> crews =
      with_threads(allowed_workers(machine, layout, options), options.threads);
  const int threads = std::accumulate(crews.begin(), crews.end(), 0,
                                      [](int sum, const NodeCrew& crew) { return sum + crew.threads; });
  if (threads > 1 && !call.is_few() && call.flops() >= least_parallel_flops(profile))
    return make_triangle_plan(call, kernel, homes, machine, profile, layout, options);
  const NodeCrew& caller = crews.front();
  TrianglePlan plan = plan_alone(call, kernel, caches_of_core(machine, caller.core));
  plan.tasks.front().node = caller.node;
  plan.tasks.front().memory_node = caller.memory_node;
  return plan;
}

}  // namespace numapack
