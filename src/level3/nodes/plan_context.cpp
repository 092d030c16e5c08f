// SPDX-License-Identifier: BSD-3-Clause
#include "level3/nodes/plan_context.hpp"

#include "kernel/choices.hpp"

namespace numapack {

Blocking tuned_blocking(const Profile& profile, std::string_view kernel) {
  for (const TunedBlocking& tuned : profile.tuned) {
    if (tuned.kernel == kernel) return {tuned.mc, tuned.kc, tuned.nc};
  }
  return {};
}

namespace {

std::size_t bytes_of_a_and_b(const Call& call) {
  return static_cast<std::size_t>((call.m + call.n) * call.k) * call.element_bytes();
}

}  // namespace

PlanContext::PlanContext(const Call& call_, const KernelShape& kernel_, const Homes& homes,
                         const Machine& machine_, const Profile& profile_, const Options& options_)
    : call(call_),
      kernel(kernel_),
      machine(machine_),
      profile(profile_),
      options(options_),
      nodes(machine_.nodes.size()),
      a(homes.a, transposes(call_.a.op)),
      b(homes.b, transposes(call_.b.op)),
      c(homes.c, false),
      wanted(options_.blocking.kc > 0 ? options_.blocking : tuned_blocking(profile_, kernel_.name)),
      choice(choose(call_, kernel_, wanted)),
      streams(bytes_of_a_and_b(call_) > in_place_choice(kernel_).most_bytes_beside_cached_c),
      reach_(nodes * nodes) {
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t home = 0; home < nodes; ++home) {
      reach_[from * nodes + home] = machine.reach(int(from), int(home));
    }
  }
}

const NodeFacts& PlanContext::facts_of(const NodeTeam& worker) const {
  const auto team = std::size_t(worker.team);
  if (facts_.size() <= team) facts_.resize(team + 1);
  if (!facts_[team]) facts_[team] = facts_at_home(machine, worker.core, worker.cores, worker.cores);
  return *facts_[team];
}

void PlanContext::needs_of(Range rows, Range columns, Needs& needs) const {
  for (auto* operand : {&needs.a, &needs.b, &needs.c}) operand->assign(nodes, 0.0);
  if (rows.size() <= 0 || columns.size() <= 0) return;
  const auto element = double(call.element_bytes());
  const Range depth{0, call.k};
  if (call.is_structured()) return structured_needs_of(rows, columns, needs);
  a.add(rows, depth, element, needs.a.data());
  b.add(depth, columns, element, needs.b.data());
  c.add(rows, columns, element, needs.c.data());
}

void PlanContext::structured_needs_of(Range rows, Range columns, Needs& needs) const {
  const auto add = [&](const HomeSums& homes, MatrixType region, Range down, Range across, double* out) {
    const auto element = double(call.element_bytes());
    for_each_rectangle(region, down, across, [&](Range part_rows, Range part_columns, double share) {
      homes.add(part_rows, part_columns, share * element, out);
    });
  };
  // What is stored of some rows of A, or columns of B. Of a symmetric matrix rows and columns are the same:
  // what is stored of both, once where they meet.
  const auto add_stored = [&](const HomeSums& homes, const Operand& operand, Range down, Range across,
                              Range lines, double* out) {
    const MatrixType triangle = matrix_type_of(operand.triangle());
    if (operand.pattern.is_triangular()) return add(homes, triangle, down, across, out);
    add(homes, triangle, lines, {0, call.k}, out);
    add(homes, triangle, {0, lines.begin}, lines, out);
    add(homes, triangle, {lines.end, call.k}, lines, out);
  };
  const Range depth{0, call.k};
  if (call.twofold) {
    // Of A and of B some lines along K.
    const auto add_lines = [&](Range lines, double* out) {
      if (lines.size() <= 0) return;
      a.add(lines, depth, double(call.element_bytes()), out);
      b.add(depth, lines, double(call.element_bytes()), out);
    };
    add_lines(columns, needs.b.data());
    add_lines({rows.begin, std::min(rows.end, columns.begin)}, needs.a.data());
    add_lines({std::max(rows.begin, columns.end), rows.end}, needs.a.data());
    return add(c, call.region, rows, columns, needs.c.data());
  }
  if (call.a.pattern.is_general())
    add(a, MatrixType::general, rows, call.steps_of_b(columns), needs.a.data());
  else
    add_stored(a, call.a, rows, depth, rows, needs.a.data());
  if (call.b.pattern.is_general())
    add(b, MatrixType::general, call.steps_of_a(rows), columns, needs.b.data());
  else
    add_stored(b, call.b, depth, columns, columns, needs.b.data());
  add(c, call.region, rows, columns, needs.c.data());
}

}  // namespace numapack
