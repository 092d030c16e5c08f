// SPDX-License-Identifier: BSD-3-Clause
#include "packed/packed.hpp"

#include <algorithm>

#include "level3/call/arguments.hpp"
#include "level3/plan/planner.hpp"
#include "level3/run/execute.hpp"
#include "machine/here.hpp"
#include "memory/pages/census.hpp"
#include "packed/packed_run.hpp"
#include "packed/part_teams.hpp"
#include "runtime/concurrent_calls.hpp"
#include "runtime/lab_marks.hpp"
#include "runtime/thread_limit.hpp"
#include "schedule/one_step_each.hpp"
#include "schedule/run.hpp"
#include "team/share.hpp"

namespace numapack {

namespace {

/// Each thread of each team runs body(part) for the team's parts in turn. One step a team; touched(all of its
/// lines) says which regions the step touches. False: the teams are busy.
template <class TouchedBy, class Body>
bool try_parts(Runtime& runtime, const PackedPlan& plan, const std::vector<PartTeam>& part_teams,
               const TouchedBy& touched, const Body& body) {
  const auto touched_by = [&](const PartTeam& part_team) {
    Range lines = plan.parts[part_team.parts.front()].lines;
    for (const std::size_t part : part_team.parts)
      lines = {std::min(lines.begin, plan.parts[part].lines.begin),
               std::max(lines.end, plan.parts[part].lines.end)};
    return touched(lines);
  };
  const Schedule schedule = one_step_each(part_teams, runtime.teams().layout().size(), touched_by);
  return run(schedule, runtime.teams(), [&](const Step& step, const StepPart&) {
    for (const std::size_t part : part_teams[static_cast<std::size_t>(step.detail[0])].parts) body(part);
  });
}

/// A schedule's matrices: the prepacked operand; its source, or the other operand; C.
struct PackedMatrices {
  static constexpr int prepacked = 0, other = 1, c = 2;
};

template <class T>
PackedPlan plan_here(bool is_a, Index lines, Index depth) {
  Runtime& runtime = Runtime::get();
  const Planner& planner = Planner::get(runtime);
  return make_packed_plan(type_of<T>(), is_a, lines, depth, planner.kernel<T>().shape,
                          planner.tuned(type_of<T>()), runtime.machine(), runtime.chosen().now());
}

/// All threads with a part run body(part); if the teams are not available, the caller does.
template <class Body>
void on_parts(const PackedPlan& plan, const Body& body) {
  Runtime& runtime = Runtime::get();
  const Runtime::CallScope scope(runtime);
  // An element that is copied is worth some multiplications, with its way from memory.
  const double worth = 10 * double(plan.lines) * double(plan.depth);
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    const auto touched = [&](Range lines) {
      return Touched{{PackedMatrices::prepacked, lines, {0, plan.depth}},
                     {PackedMatrices::other, lines, {0, plan.depth}},
                     {}};
    };
    return try_parts(runtime, plan, part_teams_at(plan.parts, layout), touched, body);
  };
  if (!plan.parts.empty() && with_every_team(runtime, scope, worth, on_teams)) return;
  for (std::size_t part = 0; part < plan.parts.size(); ++part) body(part);
}

/// body(number of the part, kc block), each once, by whichever thread of the part's node is free.
template <class Body>
void for_each_kc_block(const PackedPlan& plan, const Body& body) {
  std::vector<TicketCounter> kc_blocks(plan.parts.size());
  for (TicketCounter& claims : kc_blocks) claims.set_pieces(static_cast<std::uint32_t>(plan.kc_blocks()));
  on_parts(plan, [&](std::size_t number) {
    TicketCounter& claims = kc_blocks[number];
    for (int piece = claims.take(); piece >= 0; piece = claims.take()) {
      body(number, plan.kc_block(piece));
      claims.finish();
    }
  });
}

void check_operand(bool is_a, Transpose op, Index lines, Index depth, const void* data, Index leading,
                   std::size_t element) {
  require_size("pack", is_a ? "rows" : "columns", lines);
  require_size("pack", is_a ? "columns" : "rows", depth);
  require_transpose("pack", op);
  const bool down = is_a != transposes(op);  // lines lie down the columns
  require_matrix("pack", "the matrix", "ld", down ? lines : depth, down ? depth : lines, leading, element);
  if (lines > 0 && depth > 0) require_address("pack", "the matrix", data);
}

}  // namespace

template <class T>
PackedOperand<T>::PackedOperand(const PackedPlan& plan) : plan_(plan) {
  const Machine& machine = Runtime::get().machine();
  for (const PackedPart& part : plan_.parts) {
    BufferOptions options;
    options.placement = Placement::preferred(machine.home_for(part.memory_node));
    panels_.emplace_back(part.bytes, machine, options);
  }
}

template <class T>
PackedOperand<T>::PackedOperand(bool is_a, Transpose op, Index lines, Index depth, const T* data,
                                Index leading)
    : PackedOperand((check_operand(is_a, op, lines, depth, data, leading, sizeof(T)),
                     plan_here<T>(is_a, lines, depth))) {
  Problem<T> whole;
  if (is_a)
    whole.trans_a = op, whole.a = data, whole.lda = leading;
  else
    whole.trans_b = op, whole.b = data, whole.ldb = leading;
  const Kernel<T> kernel = *kernel_of<T>(plan_.kernel);
  for_each_kc_block(plan_, [&](std::size_t number, Range kc_block) {
    const PackedPart& part = plan_.parts[number];
    T* const to = panels_[number].template as<T>() + plan_.offset(part, kc_block, part.lines.begin);
    if (is_a)
      kernel.pack_a(source_of_a(whole, part.lines.begin, kc_block.begin), part.lines.size(), kc_block.size(),
                    to);
    else
      kernel.pack_b(source_of_b(whole, part.lines.begin, kc_block.begin), part.lines.size(), kc_block.size(),
                    to);
  });
}

template <class T>
PackedOperand<T> PackedOperand<T>::copy() const {
  PackedOperand<T> other(plan_);
  for_each_kc_block(plan_, [&](std::size_t number, Range kc_block) {
    const PackedPart& part = plan_.parts[number];
    const Index begin = plan_.offset(part, kc_block, part.lines.begin);
    std::copy_n(panels_[number].template as<T>() + begin,
                round_up(part.lines.size(), plan_.unit()) * kc_block.size(),
                other.panels_[number].template as<T>() + begin);
  });
  return other;
}

template <class T>
Census PackedOperand<T>::where() const {
  const Machine& machine = Runtime::get().machine();
  Census sum;
  sum.by_node.resize(machine.nodes.size());
  for (std::size_t part = 0; part < panels_.size(); ++part)
    add(sum, census(panels_[part].data(), plan_.parts[part].bytes, machine));
  return sum;
}

template <class T>
void multiply(const PackedOperand<T>& operand, const Problem<T>& problem) {
  const PackedPlan& plan = operand.plan();
  validate(problem, !plan.is_a, plan.is_a);
  if (problem.m == 0 || problem.n == 0) return;
  if (problem.k == 0 || problem.alpha == T{0}) return scale(problem);
  const LabMarks marks;
  const CancellationOff until_done;
  Runtime& runtime = Runtime::get();
  const Kernel<T> kernel = *kernel_of<T>(plan.kernel);
  const Runtime::CallScope scope(runtime);
  const double flops = flops_of(type_of<T>(), problem.m, problem.n, problem.k);
  const auto on_teams = [&](const std::vector<TeamLayout>& layout) {
    const std::vector<PartTeam> part_teams = part_teams_at(plan.parts, layout);
    PackedRun<T> run(operand, problem, kernel, runtime.workspaces(),
                     threads_at(plan.parts.size(), part_teams), runtime.teams().patience());
    const auto touched = [&](Range lines) {
      const Range others{0, plan.is_a ? problem.n : problem.m}, depth{0, plan.depth};
      return Touched{
          plan.is_a ? Region{PackedMatrices::c, lines, others} : Region{PackedMatrices::c, others, lines},
          {PackedMatrices::prepacked, lines, depth},
          {PackedMatrices::other, others, depth}};
    };
    return try_parts(runtime, plan, part_teams, touched, [&](std::size_t part) { run.work(part); });
  };
  if (flops >= Planner::get(runtime).least_parallel_flops() && !plan.parts.empty() &&
      with_every_team(runtime, scope, flops, on_teams))
    return;
  PackedRun<T> run(operand, problem, kernel, runtime.workspaces(), std::vector<int>(plan.parts.size(), 1));
  for (std::size_t part = 0; part < plan.parts.size(); ++part) run.work(part);
}

template class PackedOperand<float>;
template class PackedOperand<double>;
template class PackedOperand<std::complex<float>>;
template class PackedOperand<std::complex<double>>;
template void multiply(const PackedOperand<float>&, const Problem<float>&);
template void multiply(const PackedOperand<double>&, const Problem<double>&);
template void multiply(const PackedOperand<std::complex<float>>&, const Problem<std::complex<float>>&);
template void multiply(const PackedOperand<std::complex<double>>&, const Problem<std::complex<double>>&);

}  // namespace numapack
