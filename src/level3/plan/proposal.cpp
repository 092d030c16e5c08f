// SPDX-License-Identifier: BSD-3-Clause
#include "level3/plan/proposal.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "level3/nodes/cost_model.hpp"
#include "level3/plan/allowed_workers.hpp"
#include "level3/plan/plan.hpp"

namespace numapack {

namespace {

/// An estimate must promise this much before more threads or nodes are woken for it (PR-006).
constexpr double worth_waking = 0.9;

/// All nodes must be so much faster than the likeliest single one for the other single ones not to be looked
/// at (PR-007).
constexpr double close = 3;

/// True if the proposal with more threads beats the smaller one by enough.
bool pays(const Proposal& larger, const Proposal& smaller) {
  return larger.seconds < worth_waking * smaller.seconds;
}

/// The worker with the shortest time for everything by arithmetic and transfers alone: the one with most of
/// the data, unless it has far fewer threads.
const NodeTeam& best_alone(const PlanContext& context, const std::vector<NodeTeam>& workers) {
  Needs needs;
  context.needs_of({0, context.call.m}, {0, context.call.n}, needs);
  const NodeTeam* best = &workers[0];
  double least = std::numeric_limits<double>::infinity();
  for (const NodeTeam& worker : workers) {
    double seconds = context.call.flops() / (context.profile.core_gflops * 1e9 * worker.threads);
    for (std::size_t home = 0; home < context.nodes; ++home) {
      if (int(home) == worker.node) continue;
      seconds += context.least_bytes(needs, home) / (context.profile.bandwidth(worker.node, int(home)) * 1e9);
    }
    if (seconds < least) {
      least = seconds;
      best = &worker;
    }
  }
  return *best;
}

/// Groups of workers by package, in the order of their first worker.
std::vector<std::vector<NodeTeam>> by_package(const PlanContext& context,
                                              const std::vector<NodeTeam>& workers) {
  const auto package = [&](const NodeTeam& worker) {
    return context.machine.nodes[std::size_t(worker.node)].package;
  };
  std::vector<std::vector<NodeTeam>> groups;
  for (const NodeTeam& worker : workers) {
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const auto& group) { return package(group[0]) == package(worker); });
    if (same == groups.end()) {
      groups.push_back({worker});
    } else {
      same->push_back(worker);
    }
  }
  return groups;
}

}  // namespace

TeamEstimate estimate_of(const Proposal& proposal) {
  return {proposal.caller_only, int(proposal.workers.size()), threads_of(proposal.workers),
          proposal.workers[0].node, proposal.seconds};
}

Proposal propose(const PlanContext& context, std::vector<NodeTeam> workers, const std::optional<Grid>& grid) {
  Proposal proposal;
  proposal.workers = std::move(workers);
  const GridPart whole{{0, context.call.m}, {0, context.call.n}};
  if (proposal.workers.size() == 1) {
    proposal.drafts.push_back(draft_task(context, proposal.workers[0], whole));
  } else {
    proposal.grid = choose_node_grid(context, proposal.workers, grid);
    for (std::size_t i = 0; i < proposal.workers.size(); ++i) {
      const GridPart& part = proposal.grid.chosen.parts[i];
      if (part.rows.size() <= 0 || part.columns.size() <= 0) continue;
      proposal.drafts.push_back(draft_task(context, proposal.workers[i], part));
    }
  }
  limit_workspace(context, proposal.drafts);

  HomeLoad load(context.nodes);
  for (const TaskDraft& draft : proposal.drafts) {
    proposal.seconds =
        std::max(proposal.seconds, cost_of(context, draft.worker, draft.task, draft.needs).sum());
    load.add(draft.task, draft.needs);
  }
  proposal.seconds = std::max(proposal.seconds, load.seconds(context.profile)) +
                     wake_seconds(context.profile, proposal.workers);
  return proposal;
}

Proposal propose_caller(const PlanContext& context, NodeTeam worker) {
  worker.threads = 1;
  Proposal proposal = propose(context, {worker});
  proposal.caller_only = true;
  proposal.seconds -= wake_seconds(context.profile, proposal.workers);
  return proposal;
}

Proposal choose_proposal(const PlanContext& context, const std::vector<NodeTeam>& allowed, PlanReasons& why) {
  const Options& options = context.options;
  const std::vector<NodeTeam> all = with_threads(allowed, options.threads);
  check_grid(options, int(all.size()));
  if (!context.homes_count) {
    why.rule = PlanReasons::Rule::small;
    why.flops = context.call.flops();
    why.least_flops = least_parallel_flops(context.profile);
    return propose_caller(context, allowed[0]);
  }
  if (threads_of(all) == 1 && options.nodes.empty()) {
    why.rule = PlanReasons::Rule::one_thread;
    return propose_caller(context, all[0]);
  }
  if (!options.collapse || options.grid) {
    why.rule = PlanReasons::Rule::as_asked;
    return propose(context, all, options.grid);
  }

  // From the fewest threads to the most; `compared` lists the best proposal of each kind.
  Proposal best = propose_caller(context, allowed[0]);
  why.compared.push_back(estimate_of(best));
  double least_alone = std::numeric_limits<double>::infinity();
  const auto enter = [&](Proposal&& proposal) {
    why.compared.push_back(estimate_of(proposal));
    const bool one = proposal.workers.size() == 1;
    if (pays(proposal, best) && (one || proposal.seconds <= least_alone)) best = std::move(proposal);
  };

  const NodeTeam alone = best_alone(context, allowed);
  Proposal one_node = propose(context, with_threads({alone}, options.threads));
  const int most = one_node.workers[0].threads;
  const double all_teams = least_alone = one_node.seconds;
  for (int count = int(std::bit_floor(unsigned(most))); count > 1; count /= 2) {
    if (count == most) continue;
    Proposal fewer = propose(context, with_threads({alone}, count));
    if (pays(one_node, fewer)) break;
    one_node = std::move(fewer);
  }
  Proposal everyone;
  if (all.size() > 1) {
    everyone = propose(context, all);
    // The plan must never lose against any node alone. Where it is close, or where a cap on the workspace
    // makes nodes fare quite differently, all of them are looked at.
    const TaskDraft& draft = one_node.drafts[0];
    const bool capped = draft.task.workspace_bytes < draft.task.why.wanted_bytes;
    if (capped || close * everyone.seconds > one_node.seconds) {
      for (const NodeTeam& worker : allowed) {
        if (worker.node == alone.node) continue;
        Proposal other = propose(context, with_threads({worker}, options.threads));
        least_alone = std::min(least_alone, other.seconds);
        if (other.seconds < one_node.seconds) one_node = std::move(other);
      }
    }
  }
  enter(std::move(one_node));

  if (all.size() > 1) {
    Proposal package;
    for (const auto& group : by_package(context, allowed)) {
      if (group.size() == 1 || group.size() == allowed.size()) continue;
      // Not looked at if it would lose even without any cost of its own: plans are made in the caller's time.
      auto workers_of_group = with_threads(group, options.threads);
      if (everyone.seconds < worth_waking * all_teams * most / threads_of(workers_of_group)) continue;
      Proposal candidate = propose(context, std::move(workers_of_group));
      if (package.drafts.empty() || candidate.seconds < package.seconds) package = std::move(candidate);
    }
    if (!package.drafts.empty()) enter(std::move(package));
    enter(std::move(everyone));
  }
  return best;
}

}  // namespace numapack
