// SPDX-License-Identifier: BSD-3-Clause
#include "batch/batch_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "level3/plan/allowed_workers.hpp"

namespace numapack {

namespace {

/// Below, taking a step would show next to doing it: some 20 us (PR-027).
constexpr double least_step_cost = 3e5;
/// Steps of a thread, so that the last ones to be done are short next to all (PR-027).
constexpr double steps_a_thread = 24;

/// Of a problem that threads share, each: enough for what they tell each other (PR-027).
constexpr double least_shared_cost = 1e7;
/// A problem that is more than this part of a thread's would keep others waiting in the end (PR-027).
constexpr double least_shared_part = 0.25;

/// Groups by the cost of a problem, the largest first, apart by powers of two: in linear time, since there
/// may be as many groups as problems.
std::vector<Index> largest_first(std::span<const BatchGroup> groups) {
  constexpr int classes = 128;
  const auto class_of = [](const BatchGroup& group) {
    return std::clamp(std::ilogb(std::max(1.0, group.cost)), 0, classes - 1);
  };
  std::vector<std::size_t> begin(classes + 1, 0);
  for (const BatchGroup& group : groups) ++begin[static_cast<std::size_t>(classes - 1 - class_of(group)) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Index> order(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i)
    order[begin[static_cast<std::size_t>(classes - 1 - class_of(groups[i]))]++] = static_cast<Index>(i);
  return order;
}

/// Of each node: the worker that does what lies there.
std::vector<int> worker_of_nodes(const std::vector<NodeTeam>& workers, const Machine& machine) {
  std::vector<int> of(machine.nodes.size(), 0);
  for (std::size_t node = 0; node < of.size(); ++node) {
    const auto distance = [&](const NodeTeam& worker) {
      const auto at = static_cast<std::size_t>(worker.memory_node);
      return at == node ? 0.0 : machine.distances.empty() ? 1.0 : machine.distances[at][node];
    };
    const auto nearest = std::ranges::min_element(
        workers, [&](const NodeTeam& x, const NodeTeam& y) { return distance(x) < distance(y); });
    of[node] = static_cast<int>(nearest - workers.begin());
  }
  return of;
}

/// What one worker does, as it is dealt.
struct Share {
  double cost = 0, step_cost = least_step_cost;
  std::vector<BatchPart> parts;
  std::vector<BatchStep> steps;  ///< of its own parts
  std::vector<double> elements;
};

class Dealing {
 public:
  Dealing(const BatchShape& shape, const BatchHomes& homes, std::vector<NodeTeam> workers,
          const Machine& machine)
      : shape_(shape),
        homes_(homes),
        nodes_(std::max<std::size_t>(1, machine.nodes.size())),
        workers_(std::move(workers)),
        worker_of_(worker_of_nodes(workers_, machine)),
        least_shared_(std::max(least_shared_part * shape.cost() / threads_of(workers_),
                               least_shared_cost * threads_of(workers_))),
        shares_(workers_.size()),
        first_(shape.groups.size() + 1, 0) {
    for (std::size_t i = 0; i < shape.groups.size(); ++i)
      first_[i + 1] = first_[i] + shape.groups[i].problems;
    for (std::size_t i = 0; i < shape.groups.size(); ++i)
      each_stretch(static_cast<Index>(i), [&](Share& share, Range problems) {
        share.cost += shape.groups[i].cost * double(problems.size());
      });
  }

  /// What each worker has to do.
  std::vector<double> costs() const {
    std::vector<double> costs;
    for (const Share& share : shares_) costs.push_back(share.cost);
    return costs;
  }

  BatchPlan deal(double least_cost) {
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      Share& share = shares_[i];
      const double feeds = std::ceil(share.cost / (least_cost / 2));
      workers_[i].threads = static_cast<int>(std::clamp(feeds, 1.0, double(workers_[i].threads)));
      share.step_cost =
          std::max(least_step_cost, share.cost / (double(workers_[i].threads) * steps_a_thread));
    }
    std::vector<BatchPart> shared;
    for (const Index group : largest_first(shape_.groups)) {
      each_stretch(group, [&](Share& share, Range problems) { add(share, group, problems); });
      if (is_shared(group) && group_of(group).problems > 0)
        shared.push_back({group, {0, group_of(group).problems}});
    }
    BatchPlan plan = joined();
    plan.shared = std::move(shared);
    return plan;
  }

 private:
  const BatchGroup& group_of(Index number) const { return shape_.groups[static_cast<std::size_t>(number)]; }

  bool is_shared(Index number) const { return group_of(number).cost >= least_shared_; }

  /// Calls each(share, problems) for stretches of a group that one worker does.
  template <class Each>
  void each_stretch(Index number, const Each& each) {
    const Index count = group_of(number).problems, first = first_[static_cast<std::size_t>(number)];
    if (count == 0 || is_shared(number)) return;
    if (homes_.of[0].empty())
      return each(shares_[static_cast<std::size_t>(worker_of_.empty() ? 0 : worker_of_[0])], Range{0, count});
    for (Index begin = 0, end = 0; begin < count; begin = end) {
      const int worker = worker_of_[static_cast<std::size_t>(homes_.node_of(0, first + begin))];
      for (end = begin + 1; end < count; ++end)
        if (worker_of_[static_cast<std::size_t>(homes_.node_of(0, first + end))] != worker) break;
      each(shares_[static_cast<std::size_t>(worker)], Range{begin, end});
    }
  }

  void add(Share& share, Index number, Range problems) {
    const BatchGroup& group = group_of(number);
    while (problems.size() > 0) {
      if (share.steps.empty() || share.steps.back().cost >= share.step_cost) begin_step(share);
      BatchStep& step = share.steps.back();
      const double room = (share.step_cost - step.cost) / std::max(1.0, group.cost);
      const Index now = std::min(problems.size(), std::max<Index>(1, static_cast<Index>(std::ceil(room))));
      const Range taken{problems.begin, problems.begin + now};
      share.parts.push_back({number, taken});
      ++step.parts.end;
      step.cost += group.cost * double(now);
      count_elements(share, number, taken);
      problems.begin = taken.end;
    }
  }

  void begin_step(Share& share) {
    const auto at = static_cast<Index>(share.parts.size());
    share.steps.push_back({0, {at, at}, 0});
    share.elements.resize(share.elements.size() + most_batch_operands * nodes_, 0.0);
  }

  void count_elements(Share& share, Index number, Range problems) const {
    const Index first = first_[static_cast<std::size_t>(number)];
    double* const step = &share.elements[share.elements.size() - most_batch_operands * nodes_];
    for (std::size_t operand = 0; operand < most_batch_operands; ++operand) {
      const double each = double(group_of(number).elements[operand]);
      double* const by_home = step + operand * nodes_;
      if (homes_.of[operand].empty()) {
        by_home[0] += each * double(problems.size());
        continue;
      }
      const std::vector<float>& parts = homes_.parts[operand];
      for (Index i = problems.begin; i < problems.end; ++i)
        if (parts.empty())
          by_home[homes_.node_of(static_cast<int>(operand), first + i)] += each;
        else
          for (std::size_t home = 0; home < nodes_; ++home)
            by_home[home] += each * double(parts[static_cast<std::size_t>(first + i) * nodes_ + home]);
    }
  }

  BatchPlan joined() const {
    BatchPlan plan;
    plan.nodes = static_cast<int>(nodes_);
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      const Share& share = shares_[i];
      if (share.steps.empty()) continue;
      const NodeTeam& worker = workers_[i];
      const auto steps = static_cast<Index>(share.steps.size()),
                 parts = static_cast<Index>(plan.parts.size());
      BatchTask task{worker, 0, steps};
      for (const BatchPart& part : share.parts) task.problems += part.problems.size();
      for (BatchStep step : share.steps) {
        step.task = static_cast<int>(plan.tasks.size());
        step.parts = {step.parts.begin + parts, step.parts.end + parts};
        plan.steps.push_back(step);
      }
      plan.parts.insert(plan.parts.end(), share.parts.begin(), share.parts.end());
      plan.elements.insert(plan.elements.end(), share.elements.begin(), share.elements.end());
      plan.tasks.push_back(task);
    }
    return plan;
  }

  const BatchShape& shape_;
  const BatchHomes& homes_;
  const std::size_t nodes_;
  std::vector<NodeTeam> workers_;
  const std::vector<int> worker_of_;  ///< of each node
  const double least_shared_;
  std::vector<Share> shares_;  ///< of each worker
  std::vector<Index> first_;   ///< problem of each group
};

}  // namespace

BatchPlan make_batch_plan(const BatchShape& shape, const BatchHomes& homes, const Machine& machine,
                          const std::vector<TeamLayout>& layout, double least_cost, const Options& options) {
  std::vector<NodeTeam> workers = allowed_workers(machine, layout, options);
  BatchPlan alone;
  alone.caller_only = true;
  if (options.threads == 1) return alone;
  if (options.threads > 0 && options.threads < threads_of(workers))
    workers = with_threads_by_work(workers, Dealing(shape, homes, workers, machine).costs(), options.threads);
  if (threads_of(workers) < 2 || shape.cost() < least_cost) return alone;
  BatchPlan plan = Dealing(shape, homes, std::move(workers), machine).deal(least_cost);
  return plan.steps.size() < 2 && plan.shared.empty() ? alone : plan;
}

Schedule make_batch_schedule(const BatchPlan& plan, std::size_t teams) {
  Schedule schedule;
  schedule.threads = by_team(plan.tasks, &BatchTask::threads, teams);
  schedule.steps.reserve(plan.steps.size());
  std::vector<Index> used(static_cast<std::size_t>(plan.nodes) * most_batch_operands, 0);
  const auto add_regions = [&](std::size_t step, int operand) {
    std::uint8_t added = 0;
    for (int home = 0; home < plan.nodes; ++home) {
      const auto count = static_cast<Index>(plan.elements_of(step, operand, home));
      if (count == 0) continue;
      const int matrix = operand * plan.nodes + home;
      Index& begin = used[static_cast<std::size_t>(matrix)];
      schedule.regions.push_back({matrix, {0, 1}, {begin, begin + count}});
      begin += count;
      ++added;
    }
    return added;
  };
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    Step step;
    step.team = static_cast<std::int16_t>(plan.tasks[static_cast<std::size_t>(plan.steps[i].task)].team);
    step.detail[0] = static_cast<std::int32_t>(i);
    step.first_region = static_cast<std::uint32_t>(schedule.regions.size());
    step.writes = add_regions(i, 0);
    for (int operand = 1; operand < most_batch_operands; ++operand)
      step.reads = static_cast<std::uint8_t>(step.reads + add_regions(i, operand));
    schedule.steps.push_back(step);
  }
  // Steps stand task by task, hence team by team, but teams need not come in their order.
  schedule.first_ticket.assign(teams + 1, 0);
  for (const Step& step : schedule.steps) ++schedule.first_ticket[static_cast<std::size_t>(step.team) + 1];
  std::partial_sum(schedule.first_ticket.begin(), schedule.first_ticket.end(), schedule.first_ticket.begin());
  schedule.tickets.resize(schedule.steps.size());
  std::vector<std::uint32_t> next = schedule.first_ticket;
  for (std::uint32_t i = 0; i < schedule.steps.size(); ++i)
    schedule.tickets[next[static_cast<std::size_t>(schedule.steps[i].team)]++] = {i, 0};
  return schedule;
}

std::string explain(const BatchPlan& plan, const Machine& machine) {
  if (plan.caller_only) return "  threads    the calling thread: too little for a second one\n";
  std::string text;
  for (const BatchTask& task : plan.tasks)
    text += fmt::format("  node {}: {} thread{}, {} problem{} in {} step{}\n", machine.os_index_of(task.node),
                        task.threads, task.threads == 1 ? "" : "s", task.problems,
                        task.problems == 1 ? "" : "s", task.steps, task.steps == 1 ? "" : "s");
  Index shared = 0;
  for (const BatchPart& part : plan.shared) shared += part.problems.size();
  if (shared > 0)
    text += fmt::format("  {} problem{} by all threads, one after the other, each a call of its own\n",
                        shared, shared == 1 ? "" : "s");
  if (machine.nodes.size() > 1 && !plan.steps.empty())
    text += "  each problem is done on the node that most of what it writes lies on\n";
  return text;
}

}  // namespace numapack
