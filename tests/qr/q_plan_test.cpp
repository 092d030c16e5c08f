// SPDX-License-Identifier: BSD-3-Clause
#include "qr/q_plan.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lapack/steps.hpp"
#include "level3/plan/planner.hpp"
#include "profile/planning.hpp"
#include "qr/qr.hpp"
#include "qr/reflectors/widths.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"
#include "support/random.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

class QPlans : public ::testing::Test {
 protected:
  static constexpr int nodes = 4;

  Index below(Index most) { return static_cast<Index>(generator_() % static_cast<std::uint64_t>(most)); }
  CallsSetting setting(Type type = Type::d) const {
    return {type, choose_shape(machine_.architecture, false, type), machine_, profile_, layout_, options_};
  }
  CallsPlan product(const QProductShape& shape, int a, int c) const {
    return plan_q_product(shape, at(a, shape.order(), shape.k), at(c, shape.m, shape.n), setting());
  }
  static HomeMap at(int node, Index rows, Index columns) {
    return HomeMap::on_node(rows, columns, node, nodes);
  }

  const Machine machine_ = flat_machine(nodes, 6);
  const Profile profile_ = estimate_profile(machine_);
  const std::vector<TeamLayout> layout_ = lay_out_teams(machine_);
  Options options_;
  Generator generator_{test_seed()};
  ::testing::ScopedTrace trace_{__FILE__, __LINE__, "NUMAPACK_TEST_SEED=" + std::to_string(test_seed())};
};

TEST_F(QPlans, HaveEachPanelOnceFromEitherEnd) {
  for (int turn = 0; turn < 100; ++turn) {
    const Index reflectors = below(3000);
    Index next = 0, last = reflectors;
    each_panel(reflectors, false, [&](Range panel) {
      EXPECT_EQ(panel.begin, next);
      EXPECT_EQ(panel.begin % panel_width(reflectors), 0);
      next = panel.end;
    });
    each_panel(reflectors, true, [&](Range panel) {
      EXPECT_EQ(panel.end, last);
      last = panel.begin;
    });
    EXPECT_EQ(next, reflectors);
    EXPECT_EQ(last, 0);
  }
}

/// 2 n k (2 m - k) of ormqr and 4/3 n^3 of orgqr, and what blocks of reflectors add.
TEST_F(QPlans, HaveTheRoutinesArithmetic) {
  const double m = 6000, n = 3000, k = 4000;
  const double left = flops(product({Side::left, Transpose::none, 6000, 3000, 4000}, 0, 0));
  EXPECT_NEAR(left / (2 * n * k * (2 * m - k)), 1, 0.05);
  const double right = flops(product({Side::right, Transpose::transpose, 3000, 6000, 4000}, 0, 0));
  EXPECT_NEAR(right / (2 * n * k * (2 * m - k)), 1, 0.05);
  const double q = flops(plan_q_columns(4096, at(0, 4096, 4096), setting()));
  EXPECT_NEAR(q / (4096.0 * 4096 * 4096), 4.0 / 3, 0.1);
}

TEST_F(QPlans, CrossNothingWhereOneNodeWorksAtItsOwn) {
  options_.nodes = {2};
  const QProductShape shape{Side::left, Transpose::transpose, 1500, 700, 900};
  EXPECT_EQ(product(shape, 2, 2).crossing_bytes(), 0);
  EXPECT_EQ(plan_q_columns(900, at(2, 1500, 1000), setting()).crossing_bytes(), 0);
  EXPECT_EQ(
      plan_least_squares(Transpose::none, at(2, 900, 1500), at(2, 1500, 20), setting()).crossing_bytes(), 0);
  const CallsPlan away = product(shape, 1, 2);
  // The reflectors once.
  EXPECT_EQ(by_name(away).at("copy of V").crossing_bytes, away.crossing_bytes());
  EXPECT_GT(away.crossing_bytes(), (1500 * 900 - 900 * 900 / 2.0) * 8);
  EXPECT_GT(product(shape, 2, 1).crossing_bytes(), 2 * 8 * 1500.0 * 700);
}

TEST_F(QPlans, OfLeastSquaresFactorMultiplyAndSolve) {
  for (const Transpose trans : {Transpose::none, Transpose::transpose})
    for (const bool high : {true, false}) {
      const Index m = high ? 2000 : 1000, n = high ? 1000 : 2000;
      const std::map<std::string, PlannedCalls> kinds =
          by_name(plan_least_squares(trans, at(0, m, n), at(0, 2000, 300), setting()));
      EXPECT_EQ(kinds.at("geqrf").calls, 1);
      EXPECT_EQ(kinds.at("geqrf").threads, 24);
      EXPECT_EQ(kinds.at("trsm").calls, 1);
      EXPECT_EQ(kinds.at("copy of V").calls, 1000 / panel_width(1000) + 1);
      EXPECT_EQ(kinds.contains("adjoint of A"), !high);
    }
}

TEST_F(QPlans, OfNothingAreNothing) {
  EXPECT_TRUE(product({Side::left, Transpose::none, 9, 0, 5}, 0, 0).kinds.empty());
  EXPECT_TRUE(product({Side::left, Transpose::none, 9, 5, 0}, 0, 0).kinds.empty());
  EXPECT_TRUE(plan_q_columns(0, at(0, 9, 0), setting()).kinds.empty());
  EXPECT_TRUE(plan_least_squares(Transpose::none, at(0, 0, 9), at(0, 9, 1), setting()).kinds.empty());
}

/// Calls here: as many of them on several threads as their plans say, with the schedules' threads.
template <class T>
class QSteps : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(QSteps, Types);

TYPED_TEST(QSteps, AreThoseOfTheirPlans) {
  using T = TypeParam;
  Generator generator{test_seed()};
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  Runtime& runtime = Runtime::get();
  const Machine& machine = runtime.machine();
  if (machine.nodes.size() > 1) GTEST_SKIP() << "homes of small matrices differ from call to call";
  const Options options;
  const KernelShape kernel = Planner::get(runtime).kernel<T>().shape;
  const CallsSetting setting{type_of<T>(), kernel, machine, runtime.profile(), runtime.layout(), options};
  const auto below = [&](Index most) { return static_cast<Index>(generator() % std::uint64_t(most)); };
  for (int turn = 0; turn < 12; ++turn) {
    const Side side = turn % 2 == 0 ? Side::left : Side::right;
    const Index order = 100 + below(500), others = 1 + below(400), k = 1 + below(order);
    const Index m = side == Side::left ? order : others, n = side == Side::left ? others : order;
    std::vector<T> a(static_cast<std::size_t>(order * order)), c(static_cast<std::size_t>(m * n)),
        tau(static_cast<std::size_t>(order));
    for (T& element : a) element = random_value<T>(generator);
    for (T& element : c) element = random_value<T>(generator);
    factor(QrProblem<T>{order, k, a.data(), order, tau.data()});
    Watched watched;
    const bool makes_q = turn % 3 == 0;
    if (makes_q)
      make_q(QrColumns<T>{order, order, k, a.data(), order, tau.data()});
    else
      multiply_by_q(QrProduct<T>{side, Transpose::none, m, n, k, a.data(), order, tau.data(), c.data(), m});
    const HomeMap of_a = HomeMap::on_node(order, makes_q ? order : k, 0, 1),
                  of_c = HomeMap::on_node(m, n, 0, 1);
    const CallsPlan plan = makes_q ? plan_q_columns(k, of_a, setting)
                                   : plan_q_product({side, Transpose::none, m, n, k}, of_a, of_c, setting);
    expect_as_planned(
        plan, watched.take(),
        std::to_string(m) + " x " + std::to_string(n) + ", " + std::to_string(k) + (makes_q ? " made" : ""));
  }
}

}  // namespace
}  // namespace numapack
