// SPDX-License-Identifier: BSD-3-Clause
#include "triangle/called_plan.hpp"

#include "level3/nodes/cost_model.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "level3/plan/plan.hpp"

namespace numapack {

TrianglePlan make_called_plan(const TriangleCall& call, const KernelShape& kernel, const HomeMap& homes,
                              const Machine& machine, const Profile& profile,
                              const std::vector<TeamLayout>& layout, const Options& options) {
  const std::vector<NodeTeam> workers =
      with_threads(allowed_workers(machine, layout, options), options.threads);
  if (threads_of(workers) > 1 && !call.is_few() && call.flops() >= least_parallel_flops(profile))
    return make_triangle_plan(call, kernel, homes, machine, profile, layout, options);
  NodeTeam caller = workers.front();
  caller.threads = 1;
  TrianglePlan plan = plan_alone(call, kernel, caches_of_core(machine, caller.core));
  static_cast<TeamShare&>(plan.tasks.front()) = caller;
  return plan;
}

}  // namespace numapack
