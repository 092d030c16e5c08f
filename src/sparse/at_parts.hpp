// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "level3/plan/planner.hpp"
#include "packed/part_teams.hpp"
#include "runtime/runtime.hpp"
#include "schedule/one_step_each.hpp"
#include "schedule/run.hpp"
#include "sparse/sparse_plan.hpp"
#include "team/barriers/ticket_counter.hpp"

namespace numapack {

/// Of a schedule: y, x, the matrix's elements.
struct SparseMatrices {
  static constexpr int y = 0, x = 1, elements = 2;
};

/// Each thread of each team runs body(part, number) for the team's parts in turn; number: the thread's in its
/// team. False: the teams are busy.
template <class Body>
bool try_at_parts(Runtime& runtime, const SparsePlan& plan, const std::vector<PartTeam>& part_teams,
                  const Body& body) {
  const auto touched = [&](const PartTeam& part_team) {
    const Range rows{plan.parts[part_team.parts.front()].rows.begin,
                     plan.parts[part_team.parts.back()].rows.end};
    return Touched{{SparseMatrices::y, rows, {0, 1}},
                   {SparseMatrices::x, {0, plan.columns}, {0, 1}},
                   {SparseMatrices::elements, rows, {0, 1}}};
  };
  const Schedule schedule = one_step_each(part_teams, runtime.teams().layout().size(), touched);
  return run(schedule, runtime.teams(), [&](const Step& step, const StepPart& at) {
    for (const std::size_t part : part_teams[static_cast<std::size_t>(step.detail[0])].parts)
      body(part, at.part);
  });
}

/// What an element is worth, with its way from memory, in multiply-adds of products.
inline constexpr double flops_of_element = 20;

/// with_part_teams(threads at each part, their patience, run) prepares what a body(part, number) needs and
/// returns run(body). That runs it on all threads of the parts' nodes, or, where they are not available or
/// not worth waking, on the caller, one part after the other. `worth` in multiply-adds of products.
template <class WithPartTeams>
void at_parts(Runtime& runtime, const SparsePlan& plan, double worth, const WithPartTeams& with_part_teams) {
  const Runtime::CallScope scope(runtime);
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    const std::vector<PartTeam> part_teams = part_teams_at(plan.parts, layout);
    if (part_teams.empty()) return false;
    return with_part_teams(threads_at(plan.parts.size(), part_teams), runtime.teams().patience(),
                           [&](const auto& body) { return try_at_parts(runtime, plan, part_teams, body); });
  };
  if (worth >= Planner::get(runtime).least_parallel_flops() &&
      with_every_team(runtime, scope, worth, on_teams))
    return;
  with_part_teams(std::vector<int>(plan.parts.size(), 1), Patience{}, [&](const auto& body) {
    for (std::size_t part = 0; part < plan.parts.size(); ++part) body(part, 0);
    return true;
  });
}

/// body(part, number), of each part count_of(part) numbers, by whichever thread of its node is free, or by
/// the caller; `worth` in multiply-adds.
template <class CountOf, class Body>
void for_each_at_parts(Runtime& runtime, const SparsePlan& plan, double worth, const CountOf& count_of,
                       const Body& body) {
  at_parts(runtime, plan, worth, [&](const std::vector<int>&, Patience, const auto& run_body) {
    std::vector<TicketCounter> tickets(plan.parts.size());
    for (std::size_t part = 0; part < tickets.size(); ++part)
      tickets[part].set_pieces(static_cast<std::uint32_t>(count_of(part)));
    return run_body([&](std::size_t part, int) {
      for (int number = tickets[part].take(); number >= 0; number = tickets[part].take())
        body(part, static_cast<std::size_t>(number));
    });
  });
}

}  // namespace numapack
