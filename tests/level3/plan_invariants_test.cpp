// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/split.hpp"
#include "kernel/choices.hpp"
#include "level3/call/k_pieces.hpp"
#include "level3/explain/explain.hpp"
#include "level3/nodes/part_in_lines.hpp"
#include "level3/tasks/workspace_layout.hpp"
#include "level3/ways/choose.hpp"
#include "level3/ways/few_columns.hpp"
#include "support/planning.hpp"

// What holds for every plan, on every captured machine, for random shapes, homes and options.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

class PlanOnMachine : public ::testing::TestWithParam<std::string> {
 protected:
  Site site{GetParam()};
  Generator generator{test_seed()};

  template <class Check>
  void each_case(int count, Check check) {
    for (int i = 0; i < count; ++i) {
      const PlanCase chosen = pick_case(generator, site);
      SCOPED_TRACE(told(GetParam(), chosen));
      check(chosen);
      if (HasFatalFailure()) return;
    }
  }
};

bool overlap(Range left, Range right) { return left.begin < right.end && right.begin < left.end; }

void expect_exact_cover(const Plan& plan) {
  double covered = 0;
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    const NodeTask& task = plan.tasks[i];
    EXPECT_GE(task.rows.begin, 0);
    EXPECT_GE(task.columns.begin, 0);
    EXPECT_LE(task.rows.end, plan.call.m);
    EXPECT_LE(task.columns.end, plan.call.n);
    EXPECT_GT(task.rows.size(), 0);
    EXPECT_GT(task.columns.size(), 0);
    covered += double(task.rows.size()) * double(task.columns.size());
    for (std::size_t j = 0; j < i; ++j) {
      const NodeTask& other = plan.tasks[j];
      EXPECT_NE(task.team, other.team);
      EXPECT_FALSE(overlap(task.rows, other.rows) && overlap(task.columns, other.columns));
    }
  }
  EXPECT_EQ(covered, double(plan.call.m) * double(plan.call.n));
}

TEST_P(PlanOnMachine, CoversEveryElementOfCOnce) {
  each_case(300, [&](const PlanCase& chosen) {
    expect_exact_cover(site.plan(chosen.call, chosen.homes, chosen.options));
  });
}

TEST_P(PlanOnMachine, UsesOnlyWhatIsThereAndAllowed) {
  each_case(300, [&](const PlanCase& chosen) {
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    int threads = 0;
    for (const NodeTask& task : plan.tasks) {
      threads += task.threads;
      const TeamLayout& team = site.layout[std::size_t(task.team)];
      EXPECT_EQ(task.node, team.node);
      EXPECT_LE(task.threads, int(team.cores.size()));
      EXPECT_EQ(task.thread_grid.rows * task.thread_grid.columns, task.threads);
      if (!chosen.options.nodes.empty()) {
        EXPECT_THAT(chosen.options.nodes, ::testing::Contains(task.node));
      }
    }
    if (chosen.options.threads > 0) {
      EXPECT_LE(threads, chosen.options.threads);
    }
    if (plan.caller_only) {
      EXPECT_EQ(plan.tasks.size(), 1U);
      EXPECT_EQ(threads, 1);
    }
  });
}

TEST_P(PlanOnMachine, NoNodeWithoutMemoryHoldsWorkspace) {
  each_case(200, [&](const PlanCase& chosen) {
    for (const NodeTask& task : site.plan(chosen.call, chosen.homes, chosen.options).tasks) {
      const Node& home = site.machine.nodes[std::size_t(task.memory_node)];
      EXPECT_TRUE(home.usable_memory) << "node " << task.memory_node;
      EXPECT_GT(home.memory_bytes, 0U) << "node " << task.memory_node;
      if (chosen.options.nodes.empty()) {
        EXPECT_EQ(task.memory_node, task.node);
      }
    }
  });
}

TEST_P(PlanOnMachine, BlocksFitTheKernelAndWorkspaceIsWhatTheExecutorTakes) {
  each_case(300, [&](const PlanCase& chosen) {
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    for (const NodeTask& task : plan.tasks) {
      EXPECT_EQ(task.workspace_bytes, workspace_of(task, plan.call, plan.kernel).total);
      // The order of rounding, hence the bits of the answer, may depend on the kernel and the call only.
      const Choice choice = choose(plan.call, plan.kernel);
      EXPECT_EQ(task.order, choice.order);
      if (task.panels() == nullptr) {
        EXPECT_TRUE(task.workspace_bytes == 0 || task.order.pieces > 1);
        EXPECT_EQ(task.skinny() != nullptr, choice.kind == Choice::Kind::skinny);
        continue;
      }
      const Panels& way = panels_of(task);
      EXPECT_GT(way.blocking.mc, 0);
      EXPECT_EQ(way.blocking.mc % plan.kernel.mr, 0);
      EXPECT_GT(way.blocking.nc, 0);
      EXPECT_EQ(way.blocking.nc % plan.kernel.nr, 0);
      EXPECT_GT(way.slab, 0);
      EXPECT_EQ(way.slab % way.blocking.kc, 0);
      EXPECT_GT(way.column_chunk, 0);
      EXPECT_EQ(way.column_chunk % plan.kernel.nr, 0);
      EXPECT_TRUE(!way.buffered_c || way.streams_c || way.slab > way.blocking.kc)
          << "no gain from a single pass";
      EXPECT_TRUE(!way.streams_c || way.buffered_c);
      EXPECT_EQ(way.blocking.kc, blocking_of(plan.call, plan.kernel, {}, {}).kc);
      EXPECT_EQ(std::min(way.blocking.kc, plan.call.k), std::min(task.order.kc, plan.call.k));
      // By rows and packed, a single kc block has the same bits.
      EXPECT_TRUE(choice.kind != Choice::Kind::skinny ||
                  (choice.thin.form == ThinForm::by_rows && plan.call.k <= way.blocking.kc));
    }
  });
}

/// -1, 0 or 1 as bytes across chips, then across dies, compare. Sums of shares round differently in their
/// order.
int compare_crossing(const Traffic& left, const Traffic& right, const Machine& machine) {
  for (const Reach reach : {Reach::cross_chip, Reach::cross_die}) {
    const double l = left.crossing(machine, reach), r = right.crossing(machine, reach);
    if (std::abs(l - r) > 1e-9 * std::max(l, r)) return l < r ? -1 : 1;
  }
  return 0;
}

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
  const auto look = [&](bool turned, Range rows, Range columns, Index leading) {
    if (turned) std::swap(rows, columns);
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

TEST_P(PlanOnMachine, WorkspaceIsAtMostTheLocalisedPartsAndPackedPanels) {
  each_case(300, [&](PlanCase chosen) {
    chosen.options.workspace_limit = no_limit;
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    const double element = double(plan.call.element_bytes());
    for (const NodeTask& task : plan.tasks) {
      const auto mr = Index(plan.kernel.mr), nr = Index(plan.kernel.nr);
      if (task.panels() == nullptr && task.order.pieces == 1) continue;
      Panels way;
      way.blocking = blocking_of(plan.call, plan.kernel, {}, {});
      if (task.panels() != nullptr) way = panels_of(task);
      const double k = double(plan.call.k), kc = double(std::min(way.blocking.kc, plan.call.k));
      const double rows = double(round_up(task.rows.size(), mr) + mr * task.thread_grid.rows);
      const double columns = double(round_up(task.columns.size(), nr));
      const double chunk = std::min(columns, double(way.column_chunk));
      const double pages = 4096.0 * (2 + 3 * task.threads);
      if (task.order.pieces > 1) {
        // Panels for each thread, sums for each piece.
        const double sums = double(task.order.pieces) * (rows * columns * element + 4096);
        EXPECT_LE(double(task.workspace_bytes),
                  double(task.threads) * ((kc + 64) * (rows + columns)) * element + sums + pages);
        continue;
      }
      const double parts = way.buffered_c ? k * (rows + columns) : 0;
      const double blocks = way.shares_a      ? 2.0 * task.thread_grid.rows
                            : way.packs_ahead ? 2.0 * task.threads
                                              : task.threads;
      const double panels = 2 * kc * chunk + blocks * double(way.blocking.mc) * kc;
      const double places = task.threads * double(way.a_places.step) * (tried_places + way.a_places.count);
      EXPECT_LE(double(task.workspace_bytes), element * (parts + panels) + places + pages);
    }
  });
}

TEST_P(PlanOnMachine, KeepsToTheWorkspaceLimitWhereThatCanBe) {
  each_case(150, [&](PlanCase chosen) {
    chosen.options.collapse = false;  // so that the limit does not change who works
    chosen.options.workspace_limit = 1;
    const Plan least = site.plan(chosen.call, chosen.homes, chosen.options);
    expect_exact_cover(least);
    if (least.workspace_bytes() > 0) {  // thin products need none
      EXPECT_THAT(reasons_of(least, least.tasks[0]),
                  ::testing::Contains(::testing::HasSubstr("the least there is")));
    }
    chosen.options.workspace_limit = no_limit;
    const Plan most = site.plan(chosen.call, chosen.homes, chosen.options);
    EXPECT_LE(least.workspace_bytes(), most.workspace_bytes());
    for (const double share : {0.0, 0.1, 0.5, 0.99}) {
      chosen.options.workspace_limit =
          least.workspace_bytes() +
          std::size_t(share * double(most.workspace_bytes() - least.workspace_bytes()));
      const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
      EXPECT_LE(plan.workspace_bytes(), chosen.options.workspace_limit);
      EXPECT_GE(compare_crossing(plan.traffic, plan.bound, site.machine), 0);
      expect_exact_cover(plan);
    }
  });
}

TEST_P(PlanOnMachine, TakesAtMostAQuarterOfANodesMemoryByDefault) {
  each_case(100, [&](PlanCase chosen) {
    chosen.options.workspace_limit = 0;
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    std::vector<std::size_t> held(site.machine.nodes.size(), 0);
    for (const NodeTask& task : plan.tasks) held[std::size_t(task.memory_node)] += task.workspace_bytes;
    for (std::size_t node = 0; node < held.size(); ++node) {
      EXPECT_LE(held[node], site.machine.nodes[node].memory_bytes.value() / 4);
    }
  });
}

TEST_P(PlanOnMachine, SameArgumentsSamePlan) {
  each_case(50, [&](const PlanCase& chosen) {
    const Plan first = site.plan(chosen.call, chosen.homes, chosen.options);
    const Plan second = site.plan(chosen.call, chosen.homes, chosen.options);
    EXPECT_EQ(explain(first, site.machine), explain(second, site.machine));
    EXPECT_EQ(first.traffic.read, second.traffic.read);
    EXPECT_EQ(first.seconds_estimate, second.seconds_estimate);
  });
}

TEST_P(PlanOnMachine, IsNeverExpectedToBeSlowerThanOneNodeAlone) {
  each_case(100, [&](PlanCase chosen) {
    chosen.options.collapse = true;
    chosen.options.nodes.clear();
    const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
    if (plan.tasks.size() < 2) return;
    Options alone = chosen.options;
    alone.collapse = false;
    for (const NodeTask& task : plan.tasks) {
      alone.nodes = {task.node};
      EXPECT_LE(plan.seconds_estimate, site.plan(chosen.call, chosen.homes, alone).seconds_estimate);
    }
  });
}

TEST_P(PlanOnMachine, EveryForcedGridIsObeyed) {
  each_case(50, [&](PlanCase chosen) {
    chosen.options.threads = 0;
    const int count = int(chosen.options.nodes.size());
    for (int rows = 1; rows <= count; ++rows) {
      if (count % rows != 0) continue;
      chosen.options.grid = Grid{rows, count / rows};
      const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
      EXPECT_EQ(plan.grid, *chosen.options.grid);
      EXPECT_GE(compare_crossing(plan.traffic, plan.bound, site.machine), 0);
      expect_exact_cover(plan);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Captured, PlanOnMachine, ::testing::ValuesIn(captured_machines()),
                         [](const auto& param) {
                           std::string name = std::filesystem::path(param.param).stem().string();
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
                           return name;
                         });

}  // namespace
}  // namespace numapack
