// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "level3/nodes/part_in_lines.hpp"
#include "level3/plan/on_machine.hpp"
#include "support/planning.hpp"

// Every plan moves what it must, and little more.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

TEST_P(PlanOnMachine, NeverMovesLessThanTheBound) {
  each_case(300, [&](const PlanCase& chosen) {
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    EXPECT_GE(compare_crossing(plan.traffic, plan.bound, site.machine), 0);
    for (std::size_t from = 0; from < plan.traffic.read.size(); ++from) {
      for (std::size_t home = 0; home < plan.traffic.read.size(); ++home) {
        const double slack = 1e-9 * plan.bound.read[from][home] + 1e-3;
        EXPECT_GE(plan.traffic.read[from][home], plan.bound.read[from][home] - slack);
        EXPECT_GE(plan.traffic.written[from][home], plan.bound.written[from][home] - slack);
      }
    }
  });
}

double written_elsewhere(const Traffic& traffic) {
  double sum = 0;
  for (std::size_t from = 0; from < traffic.written.size(); ++from)
    for (std::size_t home = 0; home < traffic.written.size(); ++home)
      if (from != home) sum += traffic.written[from][home];
  return sum;
}

/// Largest ratio of whole lines to the elements in them, of a part of an operand.
double lines_over_elements(const Plan& plan) {
  const Call& call = plan.call;
  const auto element = Index(call.element_bytes());
  const Range depth{0, call.k};
  double most = 1;
  const auto look = [&](bool transposed, Range rows, Range columns, Index leading) {
    if (transposed) std::swap(rows, columns);
    most = std::max(most, PartInLines(rows, columns, leading, element).over_elements());
  };
  for (const NodeTask& task : plan.tasks) {
    look(transposes(call.a.op), task.rows, depth, call.lda());
    look(transposes(call.b.op), depth, task.columns, call.ldb());
    look(false, task.rows, task.columns, call.c.leading > 0 ? call.c.leading : call.m);
  }
  return most;
}

TEST_P(PlanOnMachine, MovesAtMostOneAndAHalfTimesTheBoundWhenLocalised) {
  each_case(300, [&](PlanCase chosen) {
    chosen.options.localise = true;
    chosen.options.workspace_limit = no_limit;
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    // What all threads of a node read as it lies, and their caches do not hold, crosses for each of them.
    for (const NodeTask& task : plan.tasks)
      if (task.panels() == nullptr && std::max(task.passes.a, task.passes.b) > 1) return;
    // Parts of which less than a fiftieth is remote may stay in place; they are a fiftieth of what moves at
    // most.
    double allowed = 1.5 * lines_over_elements(plan) * plan.bound.crossing() +
                     0.02 * (plan.traffic.crossing() + plan.traffic.crossing(site.machine, Reach::local));
    // Skinny products go straight into C, whose lines are read before they are written, unless packed blocks,
    // which use streaming stores, have the same bits.
    if (plan.tasks[0].panels() == nullptr && !chosen.call.reads_c) allowed += written_elsewhere(plan.bound);
    // Streaming stores still fetch the lines that end within a block.
    double fetched = 0;
    for (const NodeTask& task : plan.tasks)
      if (task.panels() != nullptr && task.panels()->streams_c && !chosen.call.reads_c)
        fetched = std::max(fetched, task.passes.c_read);
    allowed += fetched * written_elsewhere(plan.traffic);
    EXPECT_LE(plan.traffic.crossing(), allowed);
  });
}

}  // namespace
}  // namespace numapack
