// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/split.hpp"
#include "level3/algorithms/row_blocks.hpp"
#include "level3/nodes/part_in_lines.hpp"
#include "support/planning.hpp"

// The plan's statement of bytes against counts made in another way.
namespace numapack {
namespace {

using namespace testing;  // NOLINT

double over_elements_a(const NodeTask& task, const Call& call) {
  const bool transposed = transposes(call.a.op);
  const Range depth{0, call.k};
  return PartInLines(transposed ? depth : task.rows, transposed ? task.rows : depth, call.lda(),
                     Index(call.element_bytes()))
      .over_elements();
}
double over_elements_b(const NodeTask& task, const Call& call) {
  const bool transposed = transposes(call.b.op);
  const Range depth{0, call.k};
  return PartInLines(transposed ? task.columns : depth, transposed ? depth : task.columns, call.ldb(),
                     Index(call.element_bytes()))
      .over_elements();
}
PartInLines part_of_c(const NodeTask& task, const Call& call) {
  return {task.rows, task.columns, call.c.leading > 0 ? call.c.leading : call.m, Index(call.element_bytes())};
}

/// All lines written by streaming stores, except those that end within a block of rows.
double share_cut(const NodeTask& task, const Call& call, const KernelShape& kernel) {
  const Panels& algorithm = panels_of(task);
  std::vector<Index> edges{task.rows.end};
  const bool dynamic = algorithm.schedule == LoopSchedule::dynamic;
  for (int row = 0; row < task.thread_grid.rows; ++row) {
    const Range rows = dynamic ? task.rows : split(task.rows, task.thread_grid.rows, kernel.mr, row);
    for (const Range block :
         blocks_of_rows(rows, algorithm.blocking.mc, kernel.mr, dynamic ? task.threads : 1, algorithm.pages))
      edges.push_back(block.begin);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return part_of_c(task, call).share_cut(edges);
}

/// Walks the loops of NodeTask as its comment tells them and counts what every block touches.
Traffic walk(const Plan& plan, const Homes& homes, int nodes) {
  Traffic traffic{std::size_t(nodes)};
  const Call& call = plan.call;
  const double element = double(call.element_bytes());
  for (const NodeTask& task : plan.tasks) {
    // Lines that a task's part of an operand ends within are counted as a whole.
    const auto count = [&](const HomeMap& map, bool transposed, Range rows, Range columns,
                           std::vector<double>& into, double share = 1) {
      if (transposed) std::swap(rows, columns);
      const auto elements = map.elements_by_node(rows, columns);
      const double bytes = element * share *
                           (&map == &homes.a   ? over_elements_a(task, call)
                            : &map == &homes.b ? over_elements_b(task, call)
                                               : part_of_c(task, call).over_elements());
      for (std::size_t home = 0; home < elements.size(); ++home) into[home] += bytes * elements[home];
    };
    auto& read = traffic.read[std::size_t(task.node)];
    auto& written = traffic.written[std::size_t(task.node)];
    if (task.order.pieces > 1 || task.panels() == nullptr) {
      // Each thread reads its rows of A for each of its jc blocks of columns, and its columns of B; from the
      // node's caches what stays there.
      const bool pieces = task.order.pieces > 1;
      const auto stays = [&](Index elements) {
        return pieces || double(elements) * element <= double(task.why.cache_bytes);
      };
      const auto parts = [&](int pieces_of, Range range, Index cut) {
        Index busy = 0;
        for (int part = 0; part < pieces_of; ++part) busy += split(range, pieces_of, cut, part).size() > 0;
        return busy;
      };
      const Index unit = task.in_place() != nullptr ? Index{plan.kernel.mr} : line_of(call.type);
      const Index down = parts(task.thread_grid.rows, task.rows, unit);
      const Index across = parts(task.thread_grid.columns, task.columns, plan.kernel.nr);
      const Index columns = divide_up(task.columns.size(), across);
      const Index jc_blocks = task.in_place() != nullptr ? divide_up(columns, task.in_place()->columns) : 1;
      const Index times_a = stays(task.rows.size() * call.k) ? 1 : across * jc_blocks;
      const Index times_b = stays(task.columns.size() * call.k) ? 1 : down;
      for (Index time = 0; time < times_a; ++time)
        count(homes.a, transposes(call.a.op), task.rows, {0, call.k}, read);
      for (Index time = 0; time < times_b; ++time)
        count(homes.b, transposes(call.b.op), {0, call.k}, task.columns, read);
      count(homes.c, false, task.rows, task.columns, read);
      count(homes.c, false, task.rows, task.columns, written);
      continue;
    }
    const Panels& algorithm = panels_of(task);
    // A thread that has one block, of all its rows and steps, packs it once.
    const Index thread_rows = split(task.rows, task.thread_grid.rows, plan.kernel.mr, 0).size();
    const bool keeps_a = algorithm.schedule == LoopSchedule::static_ &&
                         thread_rows <= algorithm.blocking.mc && call.k <= algorithm.kc_block;
    for (Index j = task.columns.begin; j < task.columns.end; j += algorithm.jc_block) {
      const Range jc_block{j, std::min(task.columns.end, j + algorithm.jc_block)};
      for (Index p = 0; p < call.k; p += algorithm.kc_block) {
        const Range kc_block{p, std::min(call.k, p + algorithm.kc_block)};
        count(homes.b, transposes(call.b.op), kc_block, jc_block, read);
        for (int row = 0; row < task.thread_grid.rows; ++row) {
          const Range mine = split(task.rows, task.thread_grid.rows, plan.kernel.mr, row);
          for (Index i = mine.begin; i < mine.end; i += algorithm.blocking.mc) {
            const Range block{i, std::min(mine.end, i + algorithm.blocking.mc)};
            if (!keeps_a || j == task.columns.begin)
              count(homes.a, transposes(call.a.op), block, kc_block, read);
            const Index updates =
                algorithm.buffered_c ? 1 : divide_up(kc_block.size(), algorithm.blocking.kc);
            for (Index update = 0; update < updates; ++update) {
              const bool all = p > 0 || call.reads_c || !algorithm.streams_c;
              count(homes.c, false, block, jc_block, read, all ? 1 : share_cut(task, call, plan.kernel));
              count(homes.c, false, block, jc_block, written);
            }
          }
        }
      }
    }
  }
  return traffic;
}

TEST(PlanTraffic, IsWhatTheLoopsTouch) {
  Generator generator{test_seed()};
  for (const std::string& file : captured_machines()) {
    const Site site(file);
    for (int i = 0; i < 40; ++i) {
      const PlanCase chosen = pick_case(generator, site, 3000);
      SCOPED_TRACE(told(file, chosen));
      const Plan plan = site.plan(chosen.call, chosen.homes, chosen.options);
      const Traffic walked = walk(plan, chosen.homes, site.nodes());
      for (std::size_t from = 0; from < walked.read.size(); ++from) {
        for (std::size_t home = 0; home < walked.read.size(); ++home) {
          const double read = walked.read[from][home], written = walked.written[from][home];
          EXPECT_NEAR(plan.traffic.read[from][home], read, 1e-6 * read + 1e-3);
          EXPECT_NEAR(plan.traffic.written[from][home], written, 1e-6 * written + 1e-3);
        }
      }
    }
  }
}

/// The least (cross-chip, cross-die) bytes over all divisions of C into equal parts, by trying them all.
std::pair<double, double> least_by_trying(const Site& site, const Call& call, const Homes& homes) {
  const int nodes = site.nodes();
  std::vector<int> order(static_cast<std::size_t>(nodes));
  std::iota(order.begin(), order.end(), 0);
  std::pair<double, double> least{1e300, 1e300};
  std::map<std::pair<int, int>, std::vector<double>> bytes_of_place;
  for (int rows = 1; rows <= nodes; ++rows) {
    if (nodes % rows != 0) continue;
    const int columns = nodes / rows;
    std::vector<std::vector<double>> needs;
    for (int place = 0; place < nodes; ++place) {
      const int row = place / columns, column = place % columns;
      const Range r{call.m / rows * row, call.m / rows * (row + 1)};
      const Range c{call.n / columns * column, call.n / columns * (column + 1)};
      const auto a = homes.a.elements_by_node(r, {0, call.k}), b = homes.b.elements_by_node({0, call.k}, c),
                 d = homes.c.elements_by_node(r, c);
      std::vector<double> bytes;
      for (std::size_t home = 0; home < std::size_t(nodes); ++home) {
        bytes.push_back(8 * (a[home] + b[home] + 2 * d[home]));
      }
      needs.push_back(bytes);
    }
    do {
      std::pair<double, double> crossing{0, 0};
      for (int place = 0; place < nodes; ++place) {
        const int node = order[std::size_t(place)];
        for (int home = 0; home < nodes; ++home) {
          const double bytes = needs[std::size_t(place)][std::size_t(home)];
          if (site.machine.reach(node, home) == Reach::cross_chip) crossing.first += bytes;
          if (site.machine.reach(node, home) == Reach::cross_die) crossing.second += bytes;
        }
      }
      const bool tie = std::abs(crossing.first - least.first) <= 1e-9 * least.first;
      if (tie ? crossing.second < least.second : crossing.first < least.first) least = crossing;
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return least;
}

TEST(PlanTraffic, BoundIsTheLeastOfAllDivisions) {
  const Site site(captured("kunpeng920"));
  Generator generator{test_seed()};
  Options all;
  all.collapse = false;
  for (int i = 0; i < 60; ++i) {
    // Multiples of every micro-tile on four nodes, so that equal parts are possible in every grid.
    const Call call{Type::d, 96 * pick(generator, 1, 40), 96 * pick(generator, 1, 40),
                    pick(generator, 1, 4000)};
    const Homes homes = homes_for(call, [&](Index r, Index c) { return pick_homes(generator, site, r, c); });
    SCOPED_TRACE(told("kunpeng920", {call, homes, all}));
    const auto [chip, die] = least_by_trying(site, call, homes);
    const Plan plan = site.plan(call, homes, all);
    EXPECT_NEAR(plan.bound.crossing(site.machine, Reach::cross_chip), chip, 1e-6 * chip + 1e-3);
    EXPECT_NEAR(plan.bound.crossing(site.machine, Reach::cross_die), die, 1e-6 * die + 1e-3);
  }
}

TEST(PlanTraffic, CrossingIsReadAndWrittenByDistance) {
  const Site site(captured("kunpeng920"));
  Traffic traffic(4);
  traffic.read[0][0] = 1;
  traffic.read[0][1] = 10;
  traffic.written[1][0] = 100;
  traffic.read[0][2] = 1000;
  traffic.written[3][0] = 10000;
  EXPECT_EQ(traffic.crossing(site.machine, Reach::local), 1);
  EXPECT_EQ(traffic.crossing(site.machine, Reach::cross_die), 110);
  EXPECT_EQ(traffic.crossing(site.machine, Reach::cross_chip), 11000);
  EXPECT_EQ(traffic.crossing(), 11110);
}

}  // namespace
}  // namespace numapack
