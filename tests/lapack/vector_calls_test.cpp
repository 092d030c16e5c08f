// SPDX-License-Identifier: BSD-3-Clause
#include "panels/vector_calls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>

#include "lapack/steps.hpp"
#include "level2/level2.hpp"
#include "level2/trsv_steps.hpp"
#include "level3/plan/planner.hpp"
#include "support/machines.hpp"
#include "support/planning.hpp"
#include "support/random.hpp"

// Plans of level 2.
namespace numapack {
namespace {

using namespace testing;  // NOLINT
using Kind = VectorCall::Kind;

VectorCall gemv(Index m, Index n) {
  Call product;
  product.m = m, product.n = 1, product.k = n, product.a.leading = m;
  return {Kind::product, "gemv", product, product.flops()};
}

/// symv, trmv or trsv of a lower triangle.
VectorCall of_triangle(std::string_view routine, Index n) {
  VectorCall call = gemv(n, n);
  const bool symmetric = routine == "symv";
  call.kind = routine == "trsv" ? Kind::solve : Kind::product, call.routine = routine;
  call.product.a.pattern = {symmetric ? Structure::symmetric : Structure::triangular, Triangle::lower};
  call.flops = (symmetric ? 2 : 1) * double(n) * double(n);
  return call;
}

VectorCall syr(Index n) {
  Call product = square(n);
  product.k = 1, product.region = MatrixType::lower, product.b.op = Transpose::transpose;
  return {Kind::update, "syr", product, double(n) * double(n)};
}

class VectorPlans : public ::testing::Test {
 protected:
  CallsPlan plan(const VectorCall& call, const HomeMap& matrix, int vectors) const {
    const Call& p = call.product;
    const auto column = [&](Index rows) { return HomeMap::on_node(rows, 1, vectors, 4); };
    const Homes homes = call.kind == Kind::update ? Homes{column(p.m), column(p.n), matrix}
                                                  : Homes{matrix, column(p.k), column(p.m)};
    return plan_vector_call(call, homes,
                            {Type::d, kernel_on(machine_, Type::d), machine_, profile_, layout_, {}});
  }
  const Machine machine_ = flat_machine(4, 6);
  const Profile profile_ = estimate_profile(machine_);
  const std::vector<TeamLayout> layout_ = lay_out_teams(machine_);
};

TEST_F(VectorPlans, ReadMatricesWhereTheyAre) {
  constexpr Index n = 8192;
  const HomeMap spread = HomeMap::interleaved(n, n, {0, 1, 2, 3}, 4), away = HomeMap::on_node(n, n, 3, 4);
  const double triangle = double(n) * double(n) / 2 * 8;
  for (const VectorCall& call : {of_triangle("symv", n), of_triangle("trmv", n), syr(n)}) {
    const PlannedCalls all = by_name(plan(call, spread, 0)).at(std::string(call.routine));
    EXPECT_EQ(all.threads, 24) << call.routine;
    EXPECT_EQ(all.flops, call.flops);
    // Three quarters of what lies everywhere are elsewhere; what an update writes is read before.
    const double moves = call.kind == Kind::update ? 2 : 1;
    EXPECT_NEAR(all.crossing_bytes / (0.75 * moves * triangle), 1, 0.1) << call.routine;
    const PlannedCalls alone = by_name(plan(call, away, 3)).at(std::string(call.routine));
    EXPECT_EQ(alone.threads, 6) << call.routine;
    EXPECT_LT(alone.crossing_bytes, triangle / 20) << "sums and vectors";
  }
  const PlannedCalls product = by_name(plan(gemv(n, n), spread, 0)).at("gemv");
  EXPECT_EQ(product.threads, 24);
  EXPECT_NEAR(product.crossing_bytes / (0.75 * 2 * triangle), 1, 0.1);
}

TEST_F(VectorPlans, OfSmallMatricesAreLoopsOfTheCaller) {
  for (const VectorCall& call : {gemv(300, 400), of_triangle("symv", 700), syr(700)}) {
    const CallsPlan small = plan(call, HomeMap::on_node(call.product.m, call.product.m, 0, 4), 0);
    EXPECT_EQ(by_name(small).at(std::string(call.routine)).threads, 1);
    EXPECT_EQ(small.crossing_bytes(), 0);
    EXPECT_EQ(small.seconds.threads, 0) << "no team";
    EXPECT_GT(small.seconds.total, 0);
  }
}

TEST_F(VectorPlans, OfTrsvAreSubstitutionsAndProducts) {
  constexpr Index n = 4096;
  const auto kinds = by_name(plan(of_triangle("trsv", n), HomeMap::on_node(n, n, 0, 4), 0));
  EXPECT_EQ(kinds.at("substitution").calls, 8);
  EXPECT_EQ(kinds.at("gemv").calls, 7);
  EXPECT_NEAR(flops(plan(of_triangle("trsv", n), HomeMap::on_node(n, n, 0, 4), 0)) / (double(n) * n), 1,
              0.01);
  for (const bool lower : {true, false}) {
    // Each row is solved after what it needs has been taken off.
    std::vector<int> taken(n, 0);
    std::vector<bool> solved(n, false);
    steps_of_trsv(lower, n, [&](const TrsvStep& step) {
      for (Index i = step.out.begin; i < step.out.end; ++i) {
        const auto row = static_cast<std::size_t>(i);
        if (step.what == TrsvStep::What::subtract) {
          taken[row] += static_cast<int>(step.in.size());
          continue;
        }
        const Index others = lower ? step.out.begin : n - step.out.end;
        EXPECT_EQ(taken[row], others);
        EXPECT_FALSE(solved[row]);
        solved[row] = true;
      }
      for (Index i = step.in.begin; i < step.in.end; ++i) EXPECT_TRUE(solved[static_cast<std::size_t>(i)]);
    });
    EXPECT_TRUE(std::ranges::all_of(solved, std::identity{}));
  }
}

/// Calls here: as many on several threads as planned, with as many threads.
template <class T>
class VectorSteps : public ::testing::Test {};
using Types = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(VectorSteps, Types);

TYPED_TEST(VectorSteps, AreThoseOfTheirPlans) {
  using T = TypeParam;
  Generator generator{test_seed()};
  SCOPED_TRACE("NUMAPACK_TEST_SEED=" + std::to_string(test_seed()));
  Runtime& runtime = Runtime::get();
  const Machine& machine = runtime.machine();
  if (machine.nodes.size() > 1) GTEST_SKIP() << "homes of small matrices differ from call to call";
  const CallsSetting setting{type_of<T>(),     Planner::get(runtime).kernel<T>().shape,
                             machine,          runtime.profile(),
                             runtime.layout(), {}};
  constexpr Index most = 1500;
  std::vector<T> a(most * most), x(most), y(most);
  for (std::vector<T>* values : {&a, &x, &y})
    for (T& element : *values) element = random_value<T>(generator);
  for (int turn = 0; turn < 40; ++turn) {
    const Index n = pick(generator, 1, most), m = turn % 5 == 0 ? pick(generator, 1, most) : n;
    const auto homes = [](Index rows, Index columns) { return HomeMap::on_node(rows, columns, 0, 1); };
    VectorCall call = turn % 5 == 0 ? gemv(m, n)
                      : turn % 5 == 4
                          ? syr(n)
                          : of_triangle(std::array{"symv", "trmv", "trsv"}[std::size_t(turn % 5 - 1)], n);
    call.product.type = type_of<T>();
    if (call.kind != Kind::update) call.product.a.leading = most;
    Watched watched;
    const Pattern& pattern = call.product.a.pattern;
    const Vector<const T> of_x{x.data(), n, 1};
    if (turn % 5 == 0)
      multiply_vector<T>("gemv", Transpose::none, m, n, T{1}, a.data(), most, of_x, T{1}, {y.data(), m, 1});
    else if (turn % 5 == 1)
      multiply_symmetric_vector<T>("symv", pattern, false, T{1}, a.data(), most, of_x, T{1},
                                   {y.data(), n, 1});
    else if (turn % 5 == 2)
      multiply_triangle_vector<T>("trmv", pattern, Transpose::none, a.data(), most, {y.data(), n, 1});
    else if (turn % 5 == 3)
      solve_triangle_vector<T>("trsv", pattern, Transpose::none, a.data(), most, {y.data(), n, 1});
    else
      update_symmetric<T>("syr", {Structure::symmetric, Triangle::lower}, false, T{1}, of_x, a.data(), most);
    for (T& element : y) element = random_value<T>(generator);
    const CallsPlan plan =
        plan_vector_call(call,
                         call.kind == Kind::update ? Homes{homes(n, 1), homes(n, 1), homes(n, n)}
                                                   : Homes{homes(m, n), homes(n, 1), homes(m, 1)},
                         setting);
    expect_as_planned(plan, watched.take(),
                      std::string(call.routine) + " " + std::to_string(m) + " x " + std::to_string(n));
  }
}

}  // namespace
}  // namespace numapack
