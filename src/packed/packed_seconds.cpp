// SPDX-License-Identifier: BSD-3-Clause
#include "packed/packed_seconds.hpp"

#include "packed/part_teams.hpp"
#include "schedule/one_step_each.hpp"

namespace numapack {

namespace {

/// All parts are the calling thread's, which is on the first part's node.
std::vector<PartTeam> caller_of(const PackedPlan& plan) {
  const PackedPart& first = plan.parts.front();
  PartTeam caller{{0, first.node, first.memory_node, 1}, {}};
  for (std::size_t part = 0; part < plan.parts.size(); ++part) caller.parts.push_back(part);
  return {caller};
}

/// Lines of a team's parts; threads of several teams share what is at no team's node.
double lines_of(const PackedPlan& plan, const PartTeam& part_team, const std::vector<int>& threads) {
  double lines = 0;
  for (const std::size_t part : part_team.parts)
    lines += double(plan.parts[part].lines.size()) * part_team.threads / threads[part];
  return lines;
}

/// load(lines of a team, the step's load): what it does; a node's bytes are its teams', by their threads.
template <class Load>
Seconds walk(const PackedPlan& plan, const std::vector<PartTeam>& part_teams, const Load& load,
             const TimeModel& model) {
  const std::size_t teams = teams_of(part_teams);
  const Schedule schedule = one_step_each(part_teams, teams, [](const PartTeam&) { return Touched{}; });
  const std::vector<int> threads = threads_at(plan.parts.size(), part_teams);
  const auto load_of = [&](const Step& step, StepLoad& of_step) {
    const PartTeam& part_team = part_teams[static_cast<std::size_t>(step.detail[0])];
    const int of_node = threads_at_node(part_teams, part_team.node);
    load(part_team, lines_of(plan, part_team, threads), of_step);
    for (double& bytes : of_step.bytes) bytes *= double(part_team.threads) / of_node;
  };
  return seconds_of(schedule, by_team(part_teams, &PartTeam::node, teams), load_of, model);
}

Seconds seconds_of_packing(const PackedPlan& plan, const PrepackedProduct& product,
                           const std::vector<TeamLayout>& layout, const TimeModel& model) {
  const std::size_t nodes = model.memory_bytes_per_s.size();
  const PrepackedTraffic traffic = packing_step(plan, product, nodes);
  const auto load = [&](const PartTeam& part_team, double lines, StepLoad& step) {
    step.work.elements = lines * double(plan.depth);
    step.bytes = traffic.packed.read[static_cast<std::size_t>(part_team.node)];
    // A line of the panels is read before it is overwritten.
    for (const PackedPart& part : plan.parts)
      if (part.node == part_team.node)
        step.bytes[static_cast<std::size_t>(part.memory_node)] +=
            (1 + model.bytes_a_written_byte) * double(part.bytes);
  };
  return walk(plan, part_teams_at(plan.parts, layout), load, model);
}

Seconds seconds_of_product(const PackedPlan& plan, const PrepackedProduct& product,
                           const std::vector<TeamLayout>& layout, const TimeModel& model) {
  const std::size_t nodes = model.memory_bytes_per_s.size();
  const PrepackedTraffic traffic = product_step(plan, product, nodes);
  const double others = double(product.others), depth = double(plan.depth);
  const auto others_blocks = double(choose_others_blocks(plan, product.others).others_blocks());
  const auto load = [&](const PartTeam& part_team, double lines, StepLoad& step) {
    const auto node = static_cast<std::size_t>(part_team.node);
    step.work.flops = lines * flops_of(plan.type, 1, product.others, plan.depth);
    step.work.elements = others * depth + lines * others * double(plan.kc_blocks());
    for (std::size_t home = 0; home < nodes; ++home)
      step.bytes[home] = others_blocks * traffic.packed.read[node][home] + traffic.other.read[node][home] +
                         traffic.c.read[node][home] +
                         model.bytes_a_written_byte * traffic.c.written[node][home];
  };
  return walk(plan, product.caller_only ? caller_of(plan) : part_teams_at(plan.parts, layout), load, model);
}

}  // namespace

PrepackedSeconds seconds_of(const PackedPlan& plan, const PrepackedProduct& product,
                            const std::vector<TeamLayout>& layout, const TimeModel& model) {
  if (plan.parts.empty()) return {};
  return {seconds_of_packing(plan, product, layout, model), seconds_of_product(plan, product, layout, model)};
}

}  // namespace numapack
