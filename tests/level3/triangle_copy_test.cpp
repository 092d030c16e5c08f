// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "level3/explain/explain.hpp"
#include "level3/gemm.hpp"
#include "level3/tasks/workspace_layout.hpp"
#include "support/four_teams.hpp"
#include "support/planning.hpp"
#include "support/structured.hpp"

// Copies of what is stored of a symmetric operand that lies elsewhere.
namespace numapack {
namespace {

using namespace testing;  // NOLINT
using ::testing::HasSubstr;
using ::testing::Not;

Call symm(Index n, bool left) {
  Call call = square(n);
  (left ? call.a : call.b).pattern = {Structure::symmetric, Triangle::lower};
  return call;
}

bool copies(const NodeTask& task, bool left) {
  const Panels& algorithm = panels_of(task);
  EXPECT_FALSE(left ? algorithm.copies_triangle_b : algorithm.copies_triangle_a);
  return left ? algorithm.copies_triangle_a : algorithm.copies_triangle_b;
}

TEST(TriangleCopyPlan, NodesCopyATriangleThatIsElsewhereAndLeavesTheCaches) {
  const Site site(captured("kunpeng920"));
  for (const bool left : {true, false}) {
    const Call call = symm(16384, left);
    const Plan plan = site.plan(call, homes_on(call, 0, 4));
    ASSERT_EQ(plan.tasks.size(), 4U);
    for (const NodeTask& task : plan.tasks) {
      EXPECT_EQ(copies(task, left), task.node != 0);
      if (task.node != 0) {
        EXPECT_EQ(left ? task.passes.a : task.passes.b, 1);
      }
      EXPECT_EQ(task.workspace_bytes, workspace_of(task, call, plan.kernel).total);
    }
    EXPECT_LE(plan.traffic.crossing(), 1.001 * plan.bound.crossing());
    const std::string page = explain(plan, site.machine);
    EXPECT_THAT(page, HasSubstr(left ? "a copy of A's triangle" : "a copy of B's triangle"));
    EXPECT_THAT(page, HasSubstr(left ? "A: its stored triangle" : "B: its stored triangle"));
  }
}

TEST(TriangleCopyPlan, NobodyCopiesWhereNothingIsSaved) {
  const Site site(captured("kunpeng920"));
  const auto none_copy = [&](const Call& call, const Homes& homes, const Options& options = {}) {
    const Plan plan = site.plan(call, homes, options);
    for (const NodeTask& task : plan.tasks)
      if (const Panels* const algorithm = task.panels()) {
        EXPECT_FALSE(algorithm->copies_triangle_a || algorithm->copies_triangle_b)
            << explain(plan, site.machine);
      }
    return plan;
  };
  const Call call = symm(8192, true), plain = square(8192), small = symm(512, true);
  Options alone;
  alone.nodes = {0};
  none_copy(call, homes_on(call, 0, 4), alone);
  none_copy(plain, homes_on(plain, 0, 4));
  none_copy(small, homes_on(small, 0, 4));  // stays in the caches
  Options in_place;
  in_place.localise = false;
  EXPECT_THAT(explain(none_copy(call, homes_on(call, 0, 4), in_place), site.machine),
              Not(HasSubstr("its stored triangle")));
}

TEST(TriangleCopyPlan, ACapThatLeavesNoRoomKeepsTheTriangleWhereItIs) {
  const Site site(captured("kunpeng920"));
  const Call call = symm(8192, true);
  const Plan wanted = site.plan(call, homes_on(call, 0, 4));
  Options options;
  options.workspace_limit = wanted.workspace_bytes() / 2;
  const Plan capped = site.plan(call, homes_on(call, 0, 4), options);
  EXPECT_LE(capped.workspace_bytes(), options.workspace_limit);
  ASSERT_EQ(capped.tasks.size(), 4U);
  for (const NodeTask& task : capped.tasks) {
    EXPECT_FALSE(copies(task, true));
    EXPECT_GT(task.passes.a, 1.0);
    if (task.node != 0) {
      EXPECT_THAT(reasons_of(capped, task), ::testing::Contains(HasSubstr("no room for it")));
    }
  }
}

template <class T>
class TriangleCopies : public FourTeams {
 protected:
  Index below(Index most) { return static_cast<Index>(generator_() % static_cast<std::uint64_t>(most)); }

  /// symm and hemm on either side, either triangle, with all operations.
  StructuredSizes any() {
    StructuredSizes s{1 + below(200), 1 + below(200), 0};
    s.trans_a = static_cast<Transpose>(below(4)), s.trans_b = static_cast<Transpose>(below(4));
    s.slack = below(4);
    const bool left = below(2) == 0;
    (left ? s.a : s.b) =
        Pattern{below(2) == 0 ? Structure::symmetric : Structure::hermitian, static_cast<Triangle>(below(2))};
    s.k = left ? s.m : s.n;
    return s;
  }

  /// Whether the node copied its square once, as stored, or nothing if the plan has no copy.
  static bool copied(const std::vector<TraceRecord>& trace, const NodeTask& task, bool of_a, bool meant) {
    const Range square = of_a ? task.rows : task.columns;
    const auto what = of_a ? TraceRecord::What::copy_triangle_a : TraceRecord::What::copy_triangle_b;
    std::vector<int> times(static_cast<std::size_t>(square.size()));
    for (const TraceRecord& record : trace) {
      if (record.what != what || record.node != task.node) continue;
      if (!(record.rows == square) || record.columns.begin < square.begin || record.columns.end > square.end)
        return false;
      for (Index j = record.columns.begin; j < record.columns.end; ++j)
        ++times[static_cast<std::size_t>(j - square.begin)];
    }
    return std::all_of(times.begin(), times.end(), [&](int count) { return count == (meant ? 1 : 0); });
  }
};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(TriangleCopies, Types);

/// Copies are put into plans of products too small to have them: of all tasks or of some.
TYPED_TEST(TriangleCopies, GiveTheReferenceAndTheSameBitsAndTheTraceHasThem) {
  using T = TypeParam;
  int copied = 0;
  for (int turn = 0; turn < 20; ++turn) {
    const StructuredSizes sizes = this->any();
    StructuredOperands<T> operands(sizes, random_value<T>(this->generator_),
                                   this->below(2) == 0 ? T{0} : random_value<T>(this->generator_),
                                   this->generator_);
    const Problem<T>& problem = operands.problem;
    Options options;
    options.collapse = false;
    if (this->below(3) == 0) options.workspace_limit = std::size_t{1} << (12 + this->below(12));
    if (this->below(2) == 0) options.threads = 1 + static_cast<int>(this->below(8));
    if (this->below(4) == 0) options.blocking = {24, 8 * (1 + this->below(20)), 48};
    Plan plan = this->plan(problem, this->all_on(problem, static_cast<int>(this->below(4))), options);
    for (NodeTask& task : plan.tasks) {
      Panels* const algorithm = std::get_if<Panels>(&task.algorithm);
      if (algorithm == nullptr || task.order.pieces > 1 || this->below(4) == 0) continue;
      algorithm->copies_triangle_a = !sizes.a.is_general();
      algorithm->copies_triangle_b = !sizes.b.is_general();
      task.workspace_bytes = workspace_of(task, plan.call, plan.kernel).total;
      ++copied;
    }
    Trace trace;
    ASSERT_TRUE(execute(plan, problem, &this->teams_, this->guarded_, &trace));
    ASSERT_EQ(operands.check(), "") << operands << explain(plan, this->machine_);
    const std::vector<TraceRecord> records = trace.take();
    for (const NodeTask& task : plan.tasks) {
      const Panels* const algorithm = task.panels();
      EXPECT_TRUE(this->copied(records, task, true, algorithm != nullptr && algorithm->copies_triangle_a))
          << operands;
      EXPECT_TRUE(this->copied(records, task, false, algorithm != nullptr && algorithm->copies_triangle_b))
          << operands;
    }
    if (options.blocking.kc > 0) continue;
    const std::vector<T> by_teams = operands.result();
    operands.restore();
    gemm(problem);
    ASSERT_EQ(std::memcmp(by_teams.data(), operands.result().data(), by_teams.size() * sizeof(T)), 0)
        << "other bits than without copies: " << operands << explain(plan, this->machine_);
  }
  EXPECT_GT(copied, 10);
}

}  // namespace
}  // namespace numapack
