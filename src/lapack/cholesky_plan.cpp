// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/cholesky_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "lapack/leaf.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "triangle/called_plan.hpp"
#include "triangle/triangle_traffic.hpp"

namespace numapack {

namespace {

std::vector<NodeCrew> crews_of(const Machine& machine, const std::vector<TeamLayout>& layout,
                               const Options& options) {
  return with_threads(allowed_workers(machine, layout, options), options.threads);
}

class PlanOfSteps {
 public:
  PlanOfSteps(CholeskyPlan& plan, const KernelShape& kernel, const HomeMap& homes, const Machine& machine,
              const Profile& profile, const std::vector<TeamLayout>& layout, const Options& options)
      : plan_(plan),
        kernel_(kernel),
        homes_(homes),
        machine_(machine),
        profile_(profile),
        layout_(layout),
        options_(options),
        crews_(crews_of(machine, layout, options)) {}

  void add(const CholeskyStep& step) {
    PlannedStep& planned = plan_.steps.emplace_back();
    planned.step = step;
    const Traffic traffic = step.kind == CholeskyStep::Kind::leaf    ? leaf(planned)
                            : step.kind == CholeskyStep::Kind::solve ? solve(planned)
                                                                     : update(planned);
    planned.crossing = traffic.crossing();
    if (step.kind == CholeskyStep::Kind::leaf) planned.least = planned.crossing;
    plan_.least_of_steps += planned.least;
    for (std::size_t node = 0; node < traffic.read.size(); ++node)
      for (std::size_t home = 0; home < traffic.read[node].size(); ++home) {
        plan_.traffic.read[node][home] += traffic.read[node][home];
        plan_.traffic.written[node][home] += traffic.written[node][home];
      }
  }

 private:
  bool lower() const { return plan_.call.stored == Half::lower; }
  const NodeCrew& caller() const { return crews_.front(); }

  Traffic leaf(PlannedStep& planned) const {
    const Range at = planned.step.at;
    planned.shares = {{caller().node, 1, 0, at, at}};
    Traffic traffic(machine_.nodes.size());
    std::vector<double> bytes = homes_.elements_by_node(at, at);
    for (std::size_t home = 0; home < bytes.size(); ++home) {
      const double half = bytes[home] / 2 * double(bytes_of(plan_.call.type));
      traffic.read[static_cast<std::size_t>(caller().memory_node)][home] = half;
      traffic.written[static_cast<std::size_t>(caller().memory_node)][home] = half;
    }
    return traffic;
  }

  Traffic solve(PlannedStep& planned) const {
    const CholeskyStep& step = planned.step;
    const Range rows = lower() ? step.with : step.at, columns = lower() ? step.at : step.with;
    const TriangleHomes homes{homes_.part(step.at, step.at), homes_.part(rows, columns)};
    const TriangleCall call{plan_.call.type,          true,        lower() ? Side::right : Side::left,
                            other(plan_.call.stored), rows.size(), columns.size()};
    const TrianglePlan plan = make_called_plan(call, kernel_, homes.b, machine_, profile_, layout_, options_);
    for (const TriangleTask& task : plan.tasks) {
      StepShare& share = planned.shares.emplace_back(StepShare{task.node, task.threads, 0, {}, {}});
      for (const LineBlock& block : task.blocks) share.lines += block.lines.size();
    }
    planned.least = least_crossing(plan, homes, machine_);
    return traffic_of(plan, homes, machine_);
  }

  Traffic update(PlannedStep& planned) const {
    const CholeskyStep& step = planned.step;
    const Index n = step.at.size(), k = step.with.size();
    Call call = with_type(plan_.call.type, [&]<class T>() {
      const T* const none = nullptr;
      T* const nowhere = nullptr;
      const Index leading = plan_.call.n;
      return rank_k_problem<T>(herk_routine, Structure::hermitian, Layout::column_major,
                               lower() ? Uplo::lower : Uplo::upper,
                               lower() ? Transpose::none : Transpose::conjugate_transpose, n, k, T{-1}, none,
                               leading, none, leading, T{1}, nowhere, leading)
          .call();
    });
    call.c_in_page = -1;
    const HomeMap beside = lower() ? homes_.part(step.at, step.with) : homes_.part(step.with, step.at);
    const Plan plan = make_plan(call, kernel_, {beside, beside, homes_.part(step.at, step.at)}, machine_,
                                profile_, layout_, options_);
    const auto shifted = [&](Range range) {
      return Range{step.at.begin + range.begin, step.at.begin + range.end};
    };
    for (const NodeTask& task : plan.tasks)
      planned.shares.push_back({task.node, task.threads, 0, shifted(task.rows), shifted(task.columns)});
    planned.least = plan.bound.crossing();
    return plan.traffic;
  }

  CholeskyPlan& plan_;
  const KernelShape& kernel_;
  const HomeMap& homes_;
  const Machine& machine_;
  const Profile& profile_;
  const std::vector<TeamLayout>& layout_;
  const Options& options_;
  const std::vector<NodeCrew> crews_;
};

}  // namespace

CholeskyPlan make_cholesky_plan(const CholeskyCall& call, const KernelShape& kernel, const HomeMap& homes,
                                const Machine& machine, const Profile& profile,
                                const std::vector<TeamLayout>& layout, const Options& options) {
  CholeskyPlan plan;
  plan.call = call;
  plan.leaf = Leaf<double>::most;
  plan.traffic = Traffic(machine.nodes.size());
  PlanOfSteps steps(plan, kernel, homes, machine, profile, layout, options);
  each_cholesky_step({0, call.n}, plan.leaf, [&](const CholeskyStep& step) { steps.add(step); });
  plan.least_crossing = least_crossing_of(call, homes, machine, layout, options);
  return plan;
}

LeastOfTriangle least_of_triangle(double share) {
  double low = 0, high = 1;  // of x
  for (int halving = 0; halving < 60; ++halving) {
    const double x = (low + high) / 2;
    (1 - 3 * x * x + 2 * x * x * x > share ? low : high) = x;
  }
  return {std::pow(share, 2.0 / 3), (1 - low) * (1 - low)};
}

double least_crossing_of(const CholeskyCall& call, const HomeMap& homes, const Machine& machine,
                         const std::vector<TeamLayout>& layout, const Options& options) {
  const double n = double(call.n), triangle = n * n / 2;
  const std::vector<double> at_home = homes.elements_by_node({0, call.n}, {0, call.n});
  const std::vector<NodeCrew> crews = crews_of(machine, layout, options);
  double threads = 0, elements = 0;
  for (const NodeCrew& crew : crews) threads += crew.threads;
  for (const NodeCrew& crew : crews) {
    const LeastOfTriangle least = least_of_triangle(crew.threads / threads);
    const double own = at_home[static_cast<std::size_t>(crew.memory_node)] / 2;
    elements += std::max(0.0, least.seen * triangle - own) + std::max(0.0, least.written * triangle - own);
  }
  return elements * double(bytes_of(call.type));
}

}  // namespace numapack
