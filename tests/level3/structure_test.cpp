// SPDX-License-Identifier: BSD-3-Clause
#include "level3/call/structure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "level3/call/call.hpp"
#include "level3/nodes/plan_context.hpp"
#include "support/planning.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

bool is_in(MatrixType region, Index row, Index column) {
  return region == MatrixType::general || row == column || (row > column) == (region == MatrixType::lower);
}

class Structured : public ::testing::Test {
 protected:
  Range any(Index most) {
    const Index begin = index(most);
    return {begin, begin + index(most - begin + 1)};
  }
  Index index(Index below) { return static_cast<Index>(generator_() % static_cast<std::uint64_t>(below)); }
  MatrixType any_region() { return static_cast<MatrixType>(index(3)); }

  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};

TEST_F(Structured, ElementsOfRegionsAreCounted) {
  for (int turn = 0; turn < 2000; ++turn) {
    const MatrixType region = any_region();
    const Range rows = any(12), columns = any(12);
    double elements = 0;
    for (Index j = columns.begin; j < columns.end; ++j) {
      const Range of_column = rows_in(region, rows, j);
      for (Index i = rows.begin; i < rows.end; ++i) {
        elements += is_in(region, i, j);
        ASSERT_EQ(of_column.begin <= i && i < of_column.end, is_in(region, i, j)) << i << " " << j;
      }
    }
    ASSERT_EQ(elements_in(region, rows, columns), elements);
    const double area = double(rows.size()) * double(columns.size());
    ASSERT_EQ(overlap_of(region, rows, columns), elements == 0      ? Overlap::none
                                                 : elements == area ? Overlap::whole
                                                                    : Overlap::partial);
  }
}

TEST_F(Structured, RectanglesCoverARegionOnce) {
  for (int turn = 0; turn < 300; ++turn) {
    const MatrixType region = any_region();
    const Range rows = any(400), columns = any(400);
    double elements = 0;
    int count = 0;
    for_each_rectangle(region, rows, columns, [&](Range down, Range across, double share) {
      EXPECT_TRUE(down.begin >= rows.begin && down.end <= rows.end && across.begin >= columns.begin &&
                  across.end <= columns.end);
      elements += share * double(down.size()) * double(across.size());
      ++count;
    });
    EXPECT_NEAR(elements, elements_in(region, rows, columns), 1e-6);
    EXPECT_LE(count, 64);
  }
}

TEST_F(Structured, StepsOfATriangleAreThoseThatAreNotZero) {
  for (int turn = 0; turn < 500; ++turn) {
    const Triangle triangle = index(2) == 0 ? Triangle::lower : Triangle::upper;
    const Range rows = any(20);
    if (rows.size() <= 0) continue;
    const Range steps = steps_of_rows(triangle, rows, 20);
    for (Index p = 0; p < 20; ++p) {
      bool any_element = false;
      for (Index i = rows.begin; i < rows.end; ++i)
        any_element |= is_in(triangle == Triangle::lower ? MatrixType::lower : MatrixType::upper, i, p);
      EXPECT_EQ(steps.begin <= p && p < steps.end, any_element) << p;
    }
  }
}

/// A call with a structure in one of its three places.
Call any_call(Generator& generator, Index most) {
  Call call;
  call.type = static_cast<Type>(generator() % 4);
  const auto size = [&] { return 1 + static_cast<Index>(generator() % static_cast<std::uint64_t>(most)); };
  call.m = size(), call.n = size(), call.k = size();
  const Pattern pattern{static_cast<Structure>(1 + generator() % 3), static_cast<Triangle>(generator() % 2)};
  switch (generator() % 3) {
    case 0:
      call.k = call.m;
      call.a.pattern = pattern;
      call.a.op = static_cast<Transpose>(generator() % 4);
      break;
    case 1:
      call.k = call.n;
      call.b.pattern = pattern;
      call.b.op = static_cast<Transpose>(generator() % 4);
      break;
    default:
      call.n = call.m;
      call.region = generator() % 2 == 0 ? MatrixType::lower : MatrixType::upper;
  }
  call.reads_c = generator() % 2 == 0;
  return call;
}

TEST_F(Structured, MultiplyAddsAreThoseOfTheLoops) {
  for (int turn = 0; turn < 300; ++turn) {
    const Call call = any_call(generator_, 14);
    const Range rows = any(call.m), columns = any(call.n);
    double count = 0;
    for (Index i = rows.begin; i < rows.end; ++i)
      for (Index j = columns.begin; j < columns.end; ++j)
        for (Index p = 0; p < call.k; ++p) {
          // op() of a triangle has its other triangle.
          const auto holds = [&](const Operand& operand, Index row, Index column) {
            if (!operand.pattern.is_triangular()) return true;
            if (transposes(operand.op)) std::swap(row, column);
            return is_in(operand.pattern.stored == Triangle::lower ? MatrixType::lower : MatrixType::upper,
                         row, column);
          };
          count += is_in(call.region, i, j) && holds(call.a, i, p) && holds(call.b, p, j);
        }
    ASSERT_EQ(call.multiply_adds(rows, columns), count);
  }
}

TEST_F(Structured, NodesShareWorkAndCoverTheRegionOnce) {
  for (const char* name : {"epyc-nps4", "kunpeng920"}) {
    const Site site(captured(name));
    for (int turn = 0; turn < 40; ++turn) {
      Call call = any_call(generator_, 1);
      for (Index* side : {&call.m, &call.n, &call.k}) *side = 4000;
      const auto map = [&](int node) { return HomeMap::on_node(4000, 4000, node, site.nodes()); };
      const int nodes = site.nodes();
      std::vector<int> all(static_cast<std::size_t>(nodes));
      std::iota(all.begin(), all.end(), 0);
      const HomeMap spread_out = HomeMap::interleaved(4000, 4000, all, nodes);
      Options options;
      options.collapse = false;
      const Plan plan = site.plan(
          call, turn % 2 == 0 ? Homes{map(0), map(1), map(0)} : Homes{spread_out, spread_out, spread_out},
          options);
      ASSERT_GT(plan.tasks.size(), 1u);
      double most = 0, sum = 0, threads = 0;
      for (const NodeTask& task : plan.tasks) {
        const double work = call.multiply_adds(task.rows, task.columns);
        most = std::max(most, work / task.threads);
        sum += work;
        threads += task.threads;
        ASSERT_NE(task.panels(), nullptr) << "packing sees the structure";
      }
      EXPECT_NEAR(sum, call.multiply_adds({0, call.m}, {0, call.n}), 1e-6 * sum) << "covered once";
      EXPECT_LT(most * threads / sum, 1.1) << name << ": the busiest node's share";
    }
  }
}

/// Stored elements that a part of C needs, one by one.
double bytes_needed(const Call& call, Range rows, Range columns) {
  const auto stored_once = [&](const Operand& operand, Range lines_down, Range lines_across) {
    std::vector<bool> needed(static_cast<std::size_t>(call.k * call.k));
    for (Index i = lines_down.begin; i < lines_down.end; ++i)
      for (Index j = lines_across.begin; j < lines_across.end; ++j) {
        Index row = i, column = j;
        if (transposes(operand.op)) std::swap(row, column);
        const bool there = is_in(
            operand.pattern.stored == Triangle::lower ? MatrixType::lower : MatrixType::upper, row, column);
        if (!there && operand.pattern.is_triangular()) continue;
        if (!there) std::swap(row, column);
        needed[static_cast<std::size_t>(row + column * call.k)] = true;
      }
    return double(std::count(needed.begin(), needed.end(), true));
  };
  const Range depth{0, call.k};
  double elements = elements_in(call.region, rows, columns);
  elements += call.a.pattern.is_general() ? double(rows.size() * call.steps_of_b(columns).size())
                                          : stored_once(call.a, rows, depth);
  elements += call.b.pattern.is_general() ? double(call.steps_of_a(rows).size() * columns.size())
                                          : stored_once(call.b, depth, columns);
  return elements * double(call.element_bytes());
}

TEST_F(Structured, ANodeNeedsWhatIsStoredOfItsPart) {
  const Site site(captured("kunpeng920"));
  for (int turn = 0; turn < 60; ++turn) {
    const Call call = any_call(generator_, 60);
    const auto map = [&](Index rows, Index columns, const Operand& operand) {
      if (transposes(operand.op)) std::swap(rows, columns);
      return HomeMap::on_node(rows, columns, 0, site.nodes());
    };
    const Homes homes{map(call.m, call.k, call.a), map(call.k, call.n, call.b), map(call.m, call.n, call.c)};
    const KernelShape kernel = choose_shape(*microarch_of(site.machine, "").microarch, false, call.type, "");
    const PlanContext context(call, kernel, homes, site.machine, site.profile, {});
    const Range rows = any(call.m), columns = any(call.n);
    if (rows.size() <= 0 || columns.size() <= 0) continue;
    Needs needs;
    context.needs_of(rows, columns, needs);
    EXPECT_NEAR(needs.a[0] + needs.b[0] + needs.c[0], bytes_needed(call, rows, columns), 1e-6);
  }
}

}  // namespace
}  // namespace numapack
